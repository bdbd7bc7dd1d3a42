package outbox;

import handle.Handle;
import java.util.Map;

/** A check that there is a message about each order, sent or in the outbox. */
public final class Check {
  public static final Map<String, Handle.Piece> PIECES = Map.of("check", Check::check);

  private Check() {}

  static void check(Handle own, String... arguments) {
    own.client()
        .scanPaginator(scan -> scan.tableName("Orders").consistentRead(true))
        .items()
        .forEach(
            order -> {
              var message = Orders.message(order.get("order").s());
              if (Handle.get(own, "Outbox", message).isEmpty()
                  && Handle.get(own, "Sent", message).isEmpty()) {
                throw new IllegalStateException("no message about " + order.get("order").s());
              }
            });
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
