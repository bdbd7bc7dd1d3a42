package outbox;

import static handle.Handle.text;

import handle.Handle;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Orders, the messages about them that are to be sent, and the relay that sends them. */
final class Orders {
  private Orders() {}

  static Map<String, AttributeValue> order(String order) {
    return Map.of("order", text(order));
  }

  static Map<String, AttributeValue> message(String order) {
    return Map.of("message", text("placed/" + order));
  }

  /** Sends what is in the outbox. A message that is sent twice is received once. */
  static void relay(Handle own, String... arguments) {
    own.client()
        .scanPaginator(scan -> scan.tableName("Outbox").consistentRead(true))
        .items()
        .forEach(
            message -> {
              own.client().putItem(put -> put.tableName("Sent").item(message));
              own.client().deleteItem(delete -> delete.tableName("Outbox").key(message));
            });
  }
}
