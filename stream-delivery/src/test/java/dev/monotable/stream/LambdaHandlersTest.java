package dev.monotable.stream;

import static dev.monotable.testing.Calls.delete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.DynamodbTimeWindowEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.TimeWindowEventResponse;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Functions of AWS Lambda as handlers of streams. */
class LambdaHandlersTest extends ChatStream {
  private static List<Integer> ids(DynamodbEvent event) {
    List<Integer> ids = new ArrayList<>();
    for (DynamodbStreamRecord record : event.getRecords()) {
      ids.add(Integer.parseInt(record.getDynamodb().getKeys().get("id").getN()));
    }
    return ids;
  }

  private String streamArn() {
    return db.streamArn();
  }

  @Nested
  class Events {
    @Test
    void theEventHasAllPartsOfTheRecords() {
      List<DynamodbEvent> events = new ArrayList<>();
      RequestHandler<DynamodbEvent, Void> function =
          (event, context) -> {
            events.add(event);
            return null;
          };
      List<software.amazon.awssdk.services.dynamodb.model.Record> records = new ArrayList<>();
      db.stream().onRecord(records::add);
      db.stream().onEvent(function);
      db.put("a", 1, "old");
      db.put("a", 1, "new");
      delete(db::call, "Chat", ChatDatabase.key("a", 1));

      db.stream().awaitDrained();

      DynamodbEvent expected = new DynamodbEvent();
      expected.setRecords(new ArrayList<>());
      for (var record : records) {
        DynamodbStreamRecord converted = new DynamodbStreamRecord();
        converted.setEventID(record.eventID());
        converted.setEventName(record.eventNameAsString());
        converted.setEventVersion("1.1");
        converted.setEventSource("aws:dynamodb");
        converted.setAwsRegion("us-east-1");
        converted.setEventSourceARN(streamArn());
        converted.setDynamodb(
            new StreamRecord()
                .withApproximateCreationDateTime(Date.from(START))
                .withKeys(item(null))
                .withOldImage(
                    record.dynamodb().hasOldImage()
                        ? item(text(record.dynamodb().oldImage()))
                        : null)
                .withNewImage(
                    record.dynamodb().hasNewImage()
                        ? item(text(record.dynamodb().newImage()))
                        : null)
                .withSequenceNumber(record.dynamodb().sequenceNumber())
                .withSizeBytes(record.dynamodb().sizeBytes())
                .withStreamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
        expected.getRecords().add(converted);
      }
      assertThat(records).hasSize(3);
      assertThat(events).containsExactly(expected);
    }

    private String text(
        Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> image) {
      return image.get("text").s();
    }

    private Map<String, AttributeValue> item(String text) {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("room", new AttributeValue("a"));
      item.put("id", new AttributeValue().withN("1"));
      if (text != null) {
        item.put("text", new AttributeValue(text));
      }
      return item;
    }

    @Test
    void eachTypeIsConverted() {
      List<AttributeValue> values = new ArrayList<>();
      db.stream()
          .onEvent(
              (event, context) -> {
                values.add(event.getRecords().get(0).getDynamodb().getNewImage().get("all"));
                return null;
              });
      db.put(
          Item.parse(
              "{\"room\":{\"S\":\"a\"},\"id\":{\"N\":\"1\"},\"all\":{\"M\":{"
                  + "\"s\":{\"S\":\"text\"},\"n\":{\"N\":\"-12.5\"},\"b\":{\"B\":\"AQID\"},"
                  + "\"bool\":{\"BOOL\":true},\"null\":{\"NULL\":true},"
                  + "\"ss\":{\"SS\":[\"x\",\"y\"]},\"ns\":{\"NS\":[\"1\",\"2\"]},"
                  + "\"bs\":{\"BS\":[\"CQ==\"]},"
                  + "\"l\":{\"L\":[{\"S\":\"e\"},{\"N\":\"7\"}]}}}}"));

      db.stream().awaitDrained();

      assertThat(values)
          .containsExactly(
              new AttributeValue()
                  .withM(
                      Map.of(
                          "s", new AttributeValue("text"),
                          "n", new AttributeValue().withN("-12.5"),
                          "b", new AttributeValue().withB(ByteBuffer.wrap(new byte[] {1, 2, 3})),
                          "bool", new AttributeValue().withBOOL(true),
                          "null", new AttributeValue().withNULL(true),
                          "ss", new AttributeValue().withSS("x", "y"),
                          "ns", new AttributeValue().withNS("1", "2"),
                          "bs", new AttributeValue().withBS(ByteBuffer.wrap(new byte[] {9})),
                          "l",
                              new AttributeValue()
                                  .withL(
                                      new AttributeValue("e"), new AttributeValue().withN("7")))));
    }

    @Test
    void theContextDescribesTheInvocation() {
      List<List<Object>> contexts = new ArrayList<>();
      EventSourceMapping mapping =
          db.stream()
              .functionName("chat")
              .maximumRetryAttempts(1)
              .onEvent(
                  (event, context) -> {
                    contexts.add(describe(context));
                    context.getLogger().log("received " + event.getRecords().size());
                    throw new IllegalStateException("rejected for this test");
                  });
      db.put("a", 1);

      mapping.awaitDrained();

      String requestId = (String) contexts.get(0).get(0);
      assertThat(requestId).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
      assertThat(contexts.get(0))
          .containsExactly(
              requestId,
              "/aws/lambda/chat",
              "[$LATEST]" + requestId,
              "chat",
              "$LATEST",
              "arn:aws:lambda:us-east-1:000000000000:function:chat",
              900_000,
              128);
      assertThat(contexts.get(1).get(0)).isNotEqualTo(requestId);
    }

    private List<Object> describe(Context context) {
      assertThat(context.getIdentity()).isNull();
      assertThat(context.getClientContext()).isNull();
      return List.of(
          context.getAwsRequestId(),
          context.getLogGroupName(),
          context.getLogStreamName(),
          context.getFunctionName(),
          context.getFunctionVersion(),
          context.getInvokedFunctionArn(),
          context.getRemainingTimeInMillis(),
          context.getMemoryLimitInMB());
    }
  }

  /** Responses that report the second record of the first batch. */
  @Nested
  class Responses {
    /** A response of the user's own class. */
    public record OwnResponse(List<OwnFailure> batchItemFailures) {}

    /** A failure of the user's own class. */
    public record OwnFailure(String itemIdentifier) {}

    private String secondRecord(DynamodbEvent event) {
      batches.add(ids(event));
      return batches.size() > 1
          ? null
          : event.getRecords().get(1).getDynamodb().getSequenceNumber();
    }

    private void deliver(boolean reporting, RequestHandler<DynamodbEvent, ?> function) {
      TableStream stream = db.stream();
      if (reporting) {
        stream.reportBatchItemFailures();
      }
      EventSourceMapping mapping = stream.onEvent(function);
      db.putAll("a", 3);
      mapping.awaitDrained();
    }

    private StreamsEventResponse streamsResponse(String identifier) {
      return new StreamsEventResponse(
          identifier == null ? List.of() : List.of(new BatchItemFailure(identifier)));
    }

    @Test
    void aStreamsEventResponseReportsFailures() {
      RequestHandler<DynamodbEvent, StreamsEventResponse> function =
          (event, context) -> streamsResponse(secondRecord(event));

      deliver(true, function);

      assertThat(batches).containsExactly(List.of(1, 2, 3), List.of(2, 3));
    }

    @Test
    void failuresAreIgnoredUnlessTheMappingReportsThem() {
      deliver(false, (event, context) -> streamsResponse(secondRecord(event)));

      assertThat(batches).containsExactly(List.of(1, 2, 3));
    }

    @Test
    void aMapReportsFailures() {
      deliver(
          true,
          (event, context) -> {
            String failed = secondRecord(event);
            return failed == null
                ? Map.of()
                : Map.of("batchItemFailures", List.of(Map.of("itemIdentifier", failed)));
          });

      assertThat(batches).containsExactly(List.of(1, 2, 3), List.of(2, 3));
    }

    @Test
    void aClassOfTheUserReportsFailures() {
      deliver(
          true,
          (event, context) -> {
            String failed = secondRecord(event);
            return new OwnResponse(failed == null ? null : List.of(new OwnFailure(failed)));
          });

      assertThat(batches).containsExactly(List.of(1, 2, 3), List.of(2, 3));
    }

    @Test
    void aMemberWithABadNameFailsTheWholeBatch() {
      deliver(
          true,
          (event, context) -> {
            String failed = secondRecord(event);
            return failed == null
                ? Map.of()
                : Map.of("batchItemFailures", List.of(Map.of("identifier", failed)));
          });

      assertThat(batches).containsExactly(List.of(1, 2, 3), List.of(1, 2, 3));
    }

    @Test
    void aResponseWithoutFailuresIsASuccess() {
      deliver(
          true,
          (event, context) -> {
            batches.add(ids(event));
            return "done";
          });

      assertThat(batches).containsExactly(List.of(1, 2, 3));
    }
  }

  /**
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html">Implementing
   *     stateful DynamoDB stream processing in Lambda</a>
   */
  @Nested
  class TumblingWindows {
    private final List<String> invocations = new ArrayList<>();

    /** Counts the records of a window. */
    private TimeWindowEventResponse count(DynamodbTimeWindowEvent event) {
      invocations.add(
          event.getWindow().getStart()
              + " "
              + event.getWindow().getEnd()
              + " "
              + ids(event)
              + " "
              + event.getState()
              + (event.getIsFinalInvokeForWindow() ? " final" : "")
              + (event.getIsWindowTerminatedEarly() ? " early" : ""));
      assertThat(event.getEventSourceArn()).isEqualTo(streamArn());
      assertThat(event.getShardId()).startsWith("shardId-");
      int known = Integer.parseInt(event.getState().getOrDefault("count", "0"));
      return new TimeWindowEventResponse(
          Map.of("count", Integer.toString(known + event.getRecords().size())), List.of());
    }

    private TableStream windows() {
      return db.stream().batchSize(2).tumblingWindow(Duration.ofMinutes(1));
    }

    @Test
    void theStateIsPassedToTheNextInvocation() {
      EventSourceMapping mapping = windows().onTimeWindowEvent((event, context) -> count(event));
      db.putAll("a", 3);
      db.clock().advance(Duration.ofSeconds(59));
      db.put("a", 4);
      db.clock().advance(Duration.ofSeconds(2));
      db.put("a", 5);

      mapping.awaitDrained();

      String first = "2026-01-01T00:00:00Z 2026-01-01T00:01:00Z ";
      String second = "2026-01-01T00:01:00Z 2026-01-01T00:02:00Z ";
      assertThat(invocations)
          .containsExactly(
              first + "[1, 2] {}",
              first + "[3, 4] {count=2}",
              first + "[] {count=4} final",
              second + "[5] {}",
              second + "[] {count=1} final");
      assertThat(db.clock().instant()).isEqualTo(START.plus(Duration.ofMinutes(4)));
    }

    @Test
    void aWindowIsOpenUntilTwoMinutesAfterItsEnd() {
      EventSourceMapping mapping = windows().onTimeWindowEvent((event, context) -> count(event));
      db.put("a", 1);
      assertThat(mapping.deliverDue()).isEqualTo(1);
      db.clock().advance(Duration.ofSeconds(179));
      assertThat(mapping.deliverDue()).isZero();
      db.clock().advance(Duration.ofSeconds(1));

      assertThat(mapping.deliverDue()).isEqualTo(1);

      assertThat(invocations).last().asString().endsWith("[] {count=1} final");
    }

    @Test
    void aLargeStateEndsTheWindowEarly() {
      EventSourceMapping mapping =
          windows()
              .onTimeWindowEvent(
                  (event, context) -> {
                    invocations.add(
                        ids(event)
                            + " "
                            + event.getState().keySet()
                            + (event.getIsFinalInvokeForWindow() ? " final" : "")
                            + (event.getIsWindowTerminatedEarly() ? " early" : ""));
                    return new TimeWindowEventResponse(
                        Map.of("state", "x".repeat(1 << 20)), List.of());
                  });
      db.putAll("a", 3);

      mapping.awaitDrained();

      assertThat(invocations)
          .containsExactly(
              "[1, 2] []", "[] [state] final early", "[3] []", "[] [state] final early");
    }

    @Test
    void aResponseWithoutStateIsAnError() {
      EventSourceMapping mapping = windows().onTimeWindowEvent((event, context) -> null);
      db.put("a", 1);

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(StreamNotDrainedException.class)
          .hasRootCauseMessage("the response has no state");
    }

    @Test
    void aBatchThatFailsKeepsTheStateBeforeIt() {
      List<Integer> failures = new ArrayList<>(List.of(2));
      EventSourceMapping mapping =
          windows()
              .onTimeWindowEvent(
                  (event, context) -> {
                    TimeWindowEventResponse response = count(event);
                    if (failures.remove(Integer.valueOf(invocations.size()))) {
                      throw new IllegalStateException("rejected for this test");
                    }
                    return response;
                  });
      db.putAll("a", 3);

      mapping.awaitDrained();

      String window = "2026-01-01T00:00:00Z 2026-01-01T00:01:00Z ";
      assertThat(invocations)
          .containsExactly(
              window + "[1, 2] {}",
              window + "[3] {count=2}",
              window + "[3] {count=2}",
              window + "[] {count=3} final");
    }

    @Test
    void windowsNeedASettingAndOneLane() {
      assertThatThrownBy(() -> db.stream().onTimeWindowEvent((event, context) -> count(event)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("tumblingWindow is not set");
      assertThatThrownBy(
              () ->
                  windows()
                      .parallelizationFactor(2)
                      .onTimeWindowEvent((event, context) -> count(event)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("tumbling windows need a parallelizationFactor of 1: 2");
      assertThatThrownBy(() -> windows().onEvent((event, context) -> null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a handler with tumbling windows must be one of onTimeWindowEvent or onJson");
    }
  }
}
