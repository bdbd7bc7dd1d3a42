package counter;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** A cart whose quantities are added up by the database, once for each request. */
public final class Fixed {
  public static final Map<String, Handle.Piece> PIECES = Map.of("add", Fixed::add);

  private Fixed() {}

  static void add(Handle own, String... arguments) {
    String line = arguments[0] + ":" + arguments[1];
    Put request =
        Put.builder()
            .tableName("Carts")
            .item(Map.of("pk", text("request:" + arguments[3])))
            .conditionExpression("attribute_not_exists(pk)")
            .build();
    Update quantity =
        Update.builder()
            .tableName("Carts")
            .key(Map.of("pk", text(line)))
            .updateExpression("ADD quantity :n")
            .expressionAttributeValues(Map.of(":n", number(Integer.parseInt(arguments[2]))))
            .build();
    try {
      own.client()
          .transactWriteItems(
              write ->
                  write.transactItems(
                      TransactWriteItem.builder().put(request).build(),
                      TransactWriteItem.builder().update(quantity).build()));
    } catch (TransactionCanceledException e) {
      // This request has been counted before.
      if (!Handle.conditionFailed(e)) {
        throw e;
      }
    }
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
