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
import java.lang.reflect.Method;
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
  private static final String FAILURES = "batchItemFailures";
  private static final String IDENTIFIER = "itemIdentifier";

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
    event.setState(new HashMap<>(window.state()));
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
   * Converts what a function has returned, as Lambda reads its JSON: by the names of its members.
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
    return new Response(reports ? failures(returned) : null, state);
  }

  private static @Nullable List<@Nullable String> failures(Object returned) {
    Object failures = member(returned, FAILURES);
    if (failures == null) {
      return null;
    }
    if (!(failures instanceof Iterable<?> elements)) {
      throw new IllegalStateException(FAILURES + " of the response is not a list: " + failures);
    }
    List<@Nullable String> identifiers = new ArrayList<>();
    for (Object element : elements) {
      Object identifier = element == null ? null : member(element, IDENTIFIER);
      identifiers.add(identifier == null ? null : identifier.toString());
    }
    return identifiers;
  }

  /** Returns a member of a map, a bean or a record; null if it does not exist. */
  private static @Nullable Object member(Object holder, String name) {
    if (holder instanceof Map<?, ?> map) {
      return map.get(name);
    }
    Method accessor = findAccessor(holder.getClass(), name);
    try {
      return accessor == null ? null : accessor.invoke(holder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot read " + name + " of the response, a " + holder.getClass().getName(), e);
    }
  }

  private static @Nullable Method findAccessor(Class<?> type, String name) {
    String getter = "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    for (Method method : type.getMethods()) {
      if (method.getParameterCount() == 0
          && (method.getName().equals(getter) || method.getName().equals(name))) {
        return method;
      }
    }
    return null;
  }
}
