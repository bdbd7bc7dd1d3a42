package counter;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A cart whose quantities are read, added up here, and put. */
public final class Faulty {
  public static final Map<String, Handle.Piece> PIECES = Map.of("add", Faulty::add);

  private Faulty() {}

  static void add(Handle own, String... arguments) {
    String line = arguments[0] + ":" + arguments[1];
    Map<String, AttributeValue> found = Handle.get(own, "Carts", Map.of("pk", text(line)));
    int before = found.isEmpty() ? 0 : Integer.parseInt(found.get("quantity").n());
    // What another request has added since is overwritten.
    int after = before + Integer.parseInt(arguments[2]);
    own.client()
        .putItem(
            put -> put.tableName("Carts").item(Map.of("pk", text(line), "quantity", number(after))));
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
