package votes;

import handle.Handle;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A poll that is closed before its shards are read. */
public final class Fixed {
  public static final Map<String, Handle.Piece> PIECES =
      Map.of("vote", Fixed::vote, "close", Fixed::close);

  private Fixed() {}

  static void vote(Handle own, String... arguments) {
    Poll.requireOpen(own);
    Poll.count(
        own,
        arguments[0],
        TransactWriteItem.builder()
            .conditionCheck(
                check ->
                    check
                        .tableName("Polls")
                        .key(Poll.POLL)
                        .conditionExpression("attribute_not_exists(closed)"))
            .build());
  }

  static void close(Handle own, String... arguments)
      throws ExecutionException, InterruptedException {
    own.client()
        .updateItem(
            update ->
                update
                    .tableName("Polls")
                    .key(Poll.POLL)
                    .updateExpression("SET closed = :yes")
                    .expressionAttributeValues(Map.of(":yes", AttributeValue.fromBool(true))));
    Poll.putTotal(own, Poll.sum(own));
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
