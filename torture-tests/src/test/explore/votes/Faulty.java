package votes;

import handle.Handle;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** A poll whose shards are read while votes are still counted. */
public final class Faulty {
  public static final Map<String, Handle.Piece> PIECES =
      Map.of("vote", Faulty::vote, "close", Faulty::close);

  private Faulty() {}

  static void vote(Handle own, String... arguments) {
    Poll.requireOpen(own);
    Poll.count(own, arguments[0]);
  }

  static void close(Handle own, String... arguments)
      throws ExecutionException, InterruptedException {
    // The poll is closed after its shards are read.
    Poll.putTotal(own, Poll.sum(own));
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
