package handle;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The handle of a piece: a client, and the time of its database. */
public interface Handle {
  /** A function that is run as a piece. */
  @FunctionalInterface
  interface Piece {
    void run(Handle own, String... arguments) throws Exception;
  }

  DynamoDbClient client();

  /** Returns the time of the database in seconds. */
  long now() throws IOException, InterruptedException;

  /** Returns a handle by the variables that the SDKs read. */
  static Handle ofEnvironment() {
    DynamoDbClient client = DynamoDbClient.create();
    return new Handle() {
      @Override
      public DynamoDbClient client() {
        return client;
      }

      @Override
      public long now() throws IOException, InterruptedException {
        URI clock =
            URI.create(
                System.getenv("AWS_ENDPOINT_URL_DYNAMODB")
                    + "/_monotable/v1/databases/"
                    + System.getenv("AWS_ACCESS_KEY_ID")
                    + "/clock");
        String shown =
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(clock).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        Matcher now = Pattern.compile("\"now\":\"([^\"]+)\"").matcher(shown);
        if (!now.find()) {
          throw new IOException("clock: " + shown);
        }
        return Instant.parse(now.group(1)).getEpochSecond();
      }
    };
  }

  /** Runs a piece as a command: {@code java PROGRAM.CLASS FUNCTION ARGUMENT…}. */
  static void main(Map<String, Piece> pieces, String... arguments) {
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    try {
      pieces.get(arguments[0]).run(ofEnvironment(), rest);
    } catch (Exception e) {
      System.err.println(e);
      System.exit(1);
    }
    System.exit(0);
  }

  static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  /** Reads an item with a strongly consistent read; empty if it does not exist. */
  static Map<String, AttributeValue> get(
      Handle own, String table, Map<String, AttributeValue> key) {
    return own.client().getItem(get -> get.tableName(table).key(key).consistentRead(true)).item();
  }

  /** Returns whether a transaction was cancelled because the condition of an action failed. */
  static boolean conditionFailed(TransactionCanceledException e) {
    return e.cancellationReasons().stream()
        .anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code()));
  }
}
