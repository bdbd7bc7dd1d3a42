package document;

import handle.Handle;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Documents with an optimistic lock on all paths. */
public final class Fixed {
  public static final Map<String, Handle.Piece> PIECES =
      Map.of("rename", Document::rename, "tag", Fixed::tag);

  private Fixed() {}

  static void tag(Handle own, String... arguments) {
    for (int attempt = 0; attempt < 3; attempt++) {
      Map<String, AttributeValue> document = Document.read(own, arguments[0]);
      if (!Document.addTag(document, arguments[1]) || Document.put(own, document)) {
        return;
      }
    }
    throw new IllegalStateException(arguments[0] + " was changed three times");
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
