package lease;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.io.IOException;
import java.util.Map;

/** A deposit that is put only if the amount is the one that was read under the lock. */
public final class Fixed {
  public static final Map<String, Handle.Piece> PIECES = Map.of("deposit", Fixed::deposit);

  private Fixed() {}

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
                    .item(Map.of("account", text(account), "amount", number(after)))
                    .conditionExpression("amount = :before")
                    .expressionAttributeValues(Map.of(":before", number(before))));
    Lease.release(own, account, arguments[2]);
  }

  public static void main(String[] arguments) {
    Handle.main(PIECES, arguments);
  }
}
