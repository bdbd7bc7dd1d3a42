package lease;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.io.IOException;
import java.util.Map;

/** A deposit that relies on the lock: after a pause longer than the lease, two hold it. */
public final class Faulty {
  public static final Map<String, Handle.Piece> PIECES = Map.of("deposit", Faulty::deposit);

  private Faulty() {}

  static void deposit(Handle own, String... arguments) throws IOException, InterruptedException {
    String account = arguments[0];
    Lease.acquire(own, account, arguments[2]);
    long before =
        Long.parseLong(
            Handle.get(own, "Balances", Lease.account(account)).get("amount").n());
    Thread.sleep(20); // the work
    long after = before + Long.parseLong(arguments[1]);
    own.client()
        .putItem(
            put ->
                put.tableName("Balances")
                    .item(Map.of("account", text(account), "amount", number(after))));
    Lease.release(own, account, arguments[2]);
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
