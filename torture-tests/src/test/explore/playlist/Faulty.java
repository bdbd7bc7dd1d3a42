package playlist;

import static handle.Handle.text;

import handle.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A playlist that is read, extended here, and written as a whole. */
public final class Faulty {
  public static final Map<String, Handle.Piece> PIECES = Map.of("append", Faulty::append);

  private Faulty() {}

  static void append(Handle own, String... arguments) {
    Map<String, AttributeValue> key = Map.of("name", text(arguments[0]));
    List<AttributeValue> songs =
        new ArrayList<>(Handle.get(own, "Playlists", key).get("songs").l());
    if (songs.contains(text(arguments[1]))) {
      return;
    }
    songs.add(text(arguments[1]));
    // A song that another request has appended since is overwritten.
    own.client()
        .updateItem(
            update ->
                update
                    .tableName("Playlists")
                    .key(key)
                    .updateExpression("SET songs = :songs")
                    .expressionAttributeValues(Map.of(":songs", AttributeValue.fromL(songs))));
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
