package lease;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.io.IOException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A lock that expires after 20 seconds. */
final class Lease {
  private static final int SECONDS = 20;

  private Lease() {}

  /** Acquires the lock if it is free, has expired, or belongs to the same owner. */
  static void acquire(Handle own, String name, String owner)
      throws IOException, InterruptedException {
    long now = own.now();
    own.client()
        .putItem(
            put ->
                put.tableName("Leases")
                    .item(
                        Map.of(
                            "name", text(name),
                            "holder", text(owner),
                            "expires", number(now + SECONDS)))
                    .conditionExpression(
                        "attribute_not_exists(holder) OR holder = :holder OR expires <= :now")
                    .expressionAttributeValues(
                        Map.of(":holder", text(owner), ":now", number(now))));
  }

  /** Releases the lock if it still belongs to the owner. */
  static void release(Handle own, String name, String owner) {
    own.client()
        .deleteItem(
            delete ->
                delete
                    .tableName("Leases")
                    .key(Map.of("name", text(name)))
                    .conditionExpression("attribute_not_exists(holder) OR holder = :holder")
                    .expressionAttributeValues(Map.of(":holder", text(owner))));
  }

  static Map<String, AttributeValue> account(String account) {
    return Map.of("account", text(account));
  }
}
