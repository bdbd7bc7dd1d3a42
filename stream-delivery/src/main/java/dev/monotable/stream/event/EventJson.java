package dev.monotable.stream.event;

import dev.monotable.model.Identity;
import dev.monotable.model.Record;
import dev.monotable.model.StreamRecord;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a record in the event of a function, as maps, lists, strings, {@link BigDecimal}s and
 * booleans.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html">Using AWS Lambda with
 *     Amazon DynamoDB: Example event</a>
 */
public final class EventJson {
  private EventJson() {}

  /** Returns the JSON of a record. */
  public static Map<String, Object> of(String streamArn, Record record) {
    Map<String, Object> json = new LinkedHashMap<>();
    put(json, "eventID", record.eventID());
    put(json, "eventName", record.eventName());
    put(json, "eventVersion", record.eventVersion());
    put(json, "eventSource", record.eventSource());
    put(json, "awsRegion", record.awsRegion());
    json.put("dynamodb", of(Objects.requireNonNull(record.dynamodb())));
    json.put("eventSourceARN", streamArn);
    Identity identity = record.userIdentity();
    if (identity != null) {
      Map<String, Object> user = new LinkedHashMap<>();
      put(user, "principalId", identity.principalId());
      put(user, "type", identity.type());
      json.put("userIdentity", user);
    }
    return json;
  }

  private static Map<String, Object> of(StreamRecord change) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (change.approximateCreationDateTime() != null) {
      json.put(
          "ApproximateCreationDateTime",
          BigDecimal.valueOf(change.approximateCreationDateTime().getEpochSecond()));
    }
    put(json, "Keys", change.keys());
    put(json, "NewImage", change.newImage());
    put(json, "OldImage", change.oldImage());
    put(json, "SequenceNumber", change.sequenceNumber());
    if (change.sizeBytes() != null) {
      json.put("SizeBytes", BigDecimal.valueOf(change.sizeBytes()));
    }
    put(json, "StreamViewType", change.streamViewType());
    return json;
  }

  private static void put(Map<String, Object> json, String name, @Nullable String value) {
    if (value != null) {
      json.put(name, value);
    }
  }

  private static void put(Map<String, Object> json, String name, @Nullable Item item) {
    if (item != null) {
      json.put(name, members(item.toMap()));
    }
  }

  private static Map<String, Object> members(Map<String, AttributeValue> values) {
    Map<String, Object> json = new LinkedHashMap<>();
    values.forEach((name, value) -> json.put(name, of(value)));
    return json;
  }

  private static Map<String, Object> of(AttributeValue value) {
    return Map.of(value.type().name(), content(value));
  }

  private static Object content(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> value.numberText();
      case B -> Base64.getEncoder().encodeToString(value.binary());
      case BOOL -> value.bool();
      case NULL -> true;
      case SS -> value.stringSet();
      case NS -> numbers(value);
      case BS -> binaries(value);
      case M -> members(value.map());
      case L -> elements(value.list());
    };
  }

  private static List<Object> numbers(AttributeValue value) {
    List<Object> texts = new ArrayList<>();
    for (DynamoNumber number : value.numberSet()) {
      texts.add(number.toString());
    }
    return texts;
  }

  private static List<Object> binaries(AttributeValue value) {
    List<Object> texts = new ArrayList<>();
    for (byte[] binary : value.binarySet()) {
      texts.add(Base64.getEncoder().encodeToString(binary));
    }
    return texts;
  }

  private static List<Object> elements(List<AttributeValue> values) {
    List<Object> elements = new ArrayList<>();
    for (AttributeValue value : values) {
      elements.add(of(value));
    }
    return elements;
  }
}
