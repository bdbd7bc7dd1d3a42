package votes;

import handle.Handle;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A check that the total of a poll, if it has one, is the sum of its shards. */
public final class Check {
  public static final Map<String, Handle.Piece> PIECES = Map.of("check", Check::check);

  private Check() {}

  static void check(Handle own, String... arguments)
      throws ExecutionException, InterruptedException {
    AttributeValue total = Handle.get(own, "Polls", Poll.POLL).get("votes");
    long sum = Poll.sum(own);
    if (total != null && Long.parseLong(total.n()) != sum) {
      throw new IllegalStateException("the total is " + total.n() + ", the sum " + sum);
    }
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
