package playlist;

import static handle.Handle.text;

import handle.Handle;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** A playlist that the database extends, unless it has the song. */
public final class Fixed {
  public static final Map<String, Handle.Piece> PIECES = Map.of("append", Fixed::append);

  private Fixed() {}

  static void append(Handle own, String... arguments) {
    AttributeValue song = text(arguments[1]);
    try {
      own.client()
          .updateItem(
              update ->
                  update
                      .tableName("Playlists")
                      .key(Map.of("name", text(arguments[0])))
                      .updateExpression("SET songs = list_append(songs, :songs)")
                      .conditionExpression("NOT contains(songs, :song)")
                      .expressionAttributeValues(
                          Map.of(":songs", AttributeValue.fromL(List.of(song)), ":song", song)));
    } catch (ConditionalCheckFailedException e) {
      System.out.println(arguments[1] + " is in the list");
    }
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
