package outbox;

import handle.Handle;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Orders that are put with their message in one transaction. */
public final class Fixed {
  public static final Map<String, Handle.Piece> PIECES =
      Map.of("place", Fixed::place, "relay", Orders::relay);

  private Fixed() {}

  static void place(Handle own, String... arguments) {
    own.client()
        .transactWriteItems(
            write ->
                write.transactItems(
                    put("Orders", Orders.order(arguments[0])),
                    put("Outbox", Orders.message(arguments[0]))));
  }

  private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder().put(put -> put.tableName(table).item(item)).build();
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
