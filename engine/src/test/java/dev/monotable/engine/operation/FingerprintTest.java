package dev.monotable.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.Delete;
import dev.monotable.model.Put;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.value.Item;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final Item ITEM = Item.of("PK", "a", "text", "hello, world");

  private static Put.Builder put() {
    return Put.builder().tableName("T").item(ITEM);
  }

  private static TransactWriteItem of(Put.Builder put) {
    return TransactWriteItem.builder().put(put.build()).build();
  }

  private static String hash(TransactWriteItem... items) {
    Fingerprint fingerprint = new Fingerprint();
    for (TransactWriteItem item : items) {
      fingerprint.add(item);
    }
    return new java.math.BigInteger(1, fingerprint.toBytes()).toString(16);
  }

  @Test
  void isTheSameForEqualRequests() {
    TransactWriteItem one = of(put().expressionAttributeNames(Map.of("#a", "b")));
    TransactWriteItem two =
        of(
            Put.builder()
                .tableName("T")
                .item(Item.of("PK", "a", "text", "hello, world"))
                .expressionAttributeNames(Map.of("#a", "b")));

    assertThat(hash(one, two)).isEqualTo(hash(two, one));
  }

  @Test
  void differsWithEveryPartOfARequest() {
    List<TransactWriteItem> different =
        List.of(
            of(put()),
            of(put().tableName("U")),
            of(put().item(Item.of("PK", "a", "text", "hello, World"))),
            of(put().item(Item.of("PK", "a"))),
            of(put().conditionExpression("a = b")),
            of(put().conditionExpression("a = c")),
            of(put().returnValuesOnConditionCheckFailure("a = b")),
            of(put().expressionAttributeNames(Map.of("#a", "b"))),
            of(put().expressionAttributeNames(Map.of("#b", "a"))),
            of(put().expressionAttributeNames(Map.of())),
            of(put().expressionAttributeValues(Item.of(":a", 1))),
            TransactWriteItem.builder()
                .delete(Delete.builder().tableName("T").key(ITEM).build())
                .build());

    Set<String> hashes = new HashSet<>();
    for (TransactWriteItem item : different) {
      hashes.add(hash(item));
    }

    assertThat(hashes).hasSize(different.size());
  }

  @Test
  void differsWithTheOrderOfActions() {
    TransactWriteItem one = of(put());
    TransactWriteItem two = of(put().tableName("U"));

    assertThat(hash(one, two)).isNotEqualTo(hash(two, one));
    assertThat(hash(one)).isNotEqualTo(hash(one, one));
  }
}
