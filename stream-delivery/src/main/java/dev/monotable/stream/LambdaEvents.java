package dev.monotable.stream;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.DynamodbTimeWindowEvent;
import com.amazonaws.services.lambda.runtime.events.TimeWindowEventResponse;
import com.amazonaws.services.lambda.runtime.events.models.TimeWindow;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.Identity;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import dev.monotable.model.Record;
import dev.monotable.stream.StreamBatch.Window;
import dev.monotable.stream.StreamFunction.Response;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts batches to the events of {@code aws-lambda-java-events}, and responses from them. */
final class LambdaEvents {
  private LambdaEvents() {}

  static DynamodbEvent of(StreamBatch batch) {
    DynamodbEvent event = new DynamodbEvent();
    event.setRecords(records(batch));
    return event;
  }

  static DynamodbTimeWindowEvent windowOf(StreamBatch batch) {
    Window window = Objects.requireNonNull(batch.window());
    DynamodbTimeWindowEvent event = new DynamodbTimeWindowEvent();
    event.setRecords(records(batch));
    event.setWindow(new TimeWindow(window.start().toString(), window.end().toString()));
    Map<String, String> state = new HashMap<>();
    window.state().forEach((name, value) -> state.put(name, value.toString()));
    event.setState(state);
    event.setShardId(batch.shardId());
    event.setEventSourceArn(batch.streamArn());
    event.setIsFinalInvokeForWindow(window.isFinal());
    event.setIsWindowTerminatedEarly(window.terminatedEarly());
    return event;
  }

  private static List<DynamodbStreamRecord> records(StreamBatch batch) {
    List<DynamodbStreamRecord> records = new ArrayList<>(batch.records().size());
    for (PendingRecord record : batch.records()) {
      records.add(record(batch.streamArn(), record.record()));
    }
    return records;
  }

  private static DynamodbStreamRecord record(String streamArn, Record record) {
    DynamodbStreamRecord converted = new DynamodbStreamRecord();
    converted.setEventID(record.eventID());
    converted.setEventName(record.eventName());
    converted.setEventVersion(record.eventVersion());
    converted.setEventSource(record.eventSource());
    converted.setAwsRegion(record.awsRegion());
    converted.setEventSourceARN(streamArn);
    converted.setDynamodb(change(Objects.requireNonNull(record.dynamodb())));
    dev.monotable.model.Identity identity = record.userIdentity();
    if (identity != null) {
      converted.setUserIdentity(
          new Identity().withPrincipalId(identity.principalId()).withType(identity.type()));
    }
    return converted;
  }

  private static StreamRecord change(dev.monotable.model.StreamRecord change) {
    StreamRecord converted =
        new StreamRecord()
            .withKeys(item(change.keys()))
            .withNewImage(item(change.newImage()))
            .withOldImage(item(change.oldImage()))
            .withSequenceNumber(change.sequenceNumber())
            .withSizeBytes(change.sizeBytes());
    if (change.approximateCreationDateTime() != null) {
      converted.setApproximateCreationDateTime(Date.from(change.approximateCreationDateTime()));
    }
    if (change.streamViewType() != null) {
      converted.setStreamViewType(StreamViewType.fromValue(change.streamViewType()));
    }
    return converted;
  }

  private static @Nullable Map<String, AttributeValue> item(@Nullable Item item) {
    return item == null ? null : map(item.toMap());
  }

  private static Map<String, AttributeValue> map(
      Map<String, dev.monotable.value.AttributeValue> values) {
    Map<String, AttributeValue> converted = new LinkedHashMap<>();
    values.forEach((name, value) -> converted.put(name, value(value)));
    return converted;
  }

  private static AttributeValue value(dev.monotable.value.AttributeValue value) {
    AttributeValue converted = new AttributeValue();
    switch (value.type()) {
      case S -> converted.setS(value.string());
      case N -> converted.setN(value.numberText());
      case B -> converted.setB(ByteBuffer.wrap(value.binary()));
      case BOOL -> converted.setBOOL(value.bool());
      case NULL -> converted.setNULL(true);
      case SS -> converted.setSS(value.stringSet());
      case NS -> converted.setNS(SdkRecords.texts(value.numberSet()));
      case BS -> {
        List<ByteBuffer> elements = new ArrayList<>();
        for (byte[] element : value.binarySet()) {
          elements.add(ByteBuffer.wrap(element));
        }
        converted.setBS(elements);
      }
      case M -> converted.setM(map(value.map()));
      case L -> {
        List<AttributeValue> elements = new ArrayList<>();
        for (dev.monotable.value.AttributeValue element : value.list()) {
          elements.add(value(element));
        }
        converted.setL(elements);
      }
    }
    return converted;
  }

  // ---- Responses ----

  /**
   * Converts what a function has returned.
   *
   * @param reports whether the mapping uses failures
   * @throws IllegalStateException if the failures have another form
   */
  static Response response(@Nullable Object returned, boolean reports) {
    if (returned == null) {
      return Response.EMPTY;
    }
    Map<String, String> state =
        returned instanceof TimeWindowEventResponse window ? window.getState() : null;
    return new Response(
        reports ? JsonFunctions.failures(returned) : null,
        state == null ? null : new HashMap<>(state));
  }
}
