package outbox;

import handle.Handle;
import java.util.Map;

/** Orders whose message is put after them. */
public final class Faulty {
  public static final Map<String, Handle.Piece> PIECES =
      Map.of("place", Faulty::place, "relay", Orders::relay);

  private Faulty() {}

  static void place(Handle own, String... arguments) {
    own.client().putItem(put -> put.tableName("Orders").item(Orders.order(arguments[0])));
    // An order whose piece dies here has no message.
    own.client().putItem(put -> put.tableName("Outbox").item(Orders.message(arguments[0])));
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
