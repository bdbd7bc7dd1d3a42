package document;

import static handle.Handle.number;

import handle.Handle;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Documents with an optimistic lock, which the path of the tags forgets. */
public final class Faulty {
  public static final Map<String, Handle.Piece> PIECES =
      Map.of("rename", Document::rename, "tag", Faulty::tag);

  private Faulty() {}

  static void tag(Handle own, String... arguments) {
    Map<String, AttributeValue> document = Document.read(own, arguments[0]);
    if (!Document.addTag(document, arguments[1])) {
      return;
    }
    document.put("version", number(Long.parseLong(document.get("version").n()) + 1));
    // A title that was put since is overwritten.
    own.client().putItem(put -> put.tableName("Documents").item(document));
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
