package dev.monotable.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.ConditionCheck;
import dev.monotable.model.Delete;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ParameterizedStatement;
import dev.monotable.model.Put;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.TransactWriteItemsOutput;
import dev.monotable.model.Update;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Requests with a token that are repeated with their maps in another order. The AWS SDKs for Go and
 * Rust write maps in a random order.
 */
@ExtendWith(EngineExtension.class)
class RepeatedRequestTest {
  private static final int ROUNDS = 50;

  private final Random random = new Random(0);

  @BeforeEach
  void createTable(MonotableEngine engine) {
    engine.call(Operations.CREATE_TABLE, Tables.chat("Chat"));
  }

  @Seeded
  void aTransactionIsTheSameWithItsMapsInAnyOrder(long seed, MonotableEngine engine) {
    random.setSeed(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Item item = item(round);
      Map<String, String> names = Map.of("#n", "counter", "#t", "text", "#m", "map");
      Item values = Item.of(Map.of(":one", number("1"), ":m", map(2), ":s", string("s")));
      Item check = Item.of(":m", map(3));
      String token = seed + "-" + round;
      engine.call(Operations.TRANSACT_WRITE_ITEMS, transaction(token, item, names, values, check));

      engine.call(
          Operations.TRANSACT_WRITE_ITEMS,
          transaction(token, shuffled(item), shuffled(names), shuffled(values), shuffled(check)));

      // Done once: the counter of the update would be 2 after a second time.
      assertThat(get(engine, key("counter", round)).find("counter"))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(number("1"));
    }
  }

  @Test
  void aTransactionWithAListInAnotherOrderIsAnother(MonotableEngine engine) {
    List<AttributeValue> list = List.of(string("a"), string("b"));
    List<AttributeValue> reversed = List.of(string("b"), string("a"));
    engine.call(Operations.TRANSACT_WRITE_ITEMS, put("token", list));

    DynamoException mismatch =
        catchThrowableOfType(
            DynamoException.class,
            () -> engine.call(Operations.TRANSACT_WRITE_ITEMS, put("token", reversed)));

    assertThat(mismatch.code()).isEqualTo(ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH);
  }

  @Seeded
  void aTransactionOfStatementsIsTheSameWithItsMapsInAnyOrder(long seed, MonotableEngine engine) {
    random.setSeed(seed);
    for (int round = 0; round < ROUNDS; round++) {
      AttributeValue value = map(3);
      String token = seed + "-" + round;
      engine.call(Operations.EXECUTE_TRANSACTION, insert(token, round, value));

      // A second INSERT of the same item would be refused.
      engine.call(Operations.EXECUTE_TRANSACTION, insert(token, round, shuffled(value)));

      assertThat(get(engine, key("statement", round)).find("map"))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(value);
    }
  }

  @Seeded
  void aNextTokenFitsTheStatementWithItsMapsInAnyOrder(long seed, MonotableEngine engine) {
    random.setSeed(seed);
    AttributeValue value = map(3);
    for (int i = 0; i < 4; i++) {
      engine.call(Operations.EXECUTE_TRANSACTION, insert("insert-" + i, i, value));
    }
    List<Item> found = new ArrayList<>();
    String next = null;
    do {
      ExecuteStatementOutput page =
          engine.call(
              Operations.EXECUTE_STATEMENT,
              ExecuteStatementInput.builder()
                  .statement("SELECT * FROM Chat WHERE map = ?")
                  .parameters(List.of(shuffled(value)))
                  .limit(1)
                  .nextToken(next)
                  .build());
      found.addAll(page.items());
      next = page.nextToken();
    } while (next != null);

    assertThat(found).as("seed %d", seed).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void aSetInAnotherOrderAndANumberWrittenOtherwiseAreTheSame(MonotableEngine engine) {
    AttributeValue set = AttributeValue.stringSet(List.of("a", "b"));
    AttributeValue reversed = AttributeValue.stringSet(List.of("b", "a"));
    engine.call(Operations.TRANSACT_WRITE_ITEMS, put("token", List.of(set, number("1"))));

    assertThat(
            engine.call(
                Operations.TRANSACT_WRITE_ITEMS, put("token", List.of(reversed, number("1.0")))))
        .isEqualTo(TransactWriteItemsOutput.builder().build());
  }

  @Test
  void aTokenOfOneOperationIsNewToTheOther(MonotableEngine engine) {
    engine.call(Operations.TRANSACT_WRITE_ITEMS, put("token", List.of()));

    engine.call(Operations.EXECUTE_TRANSACTION, insert("token", 1, string("v")));
    engine.call(Operations.EXECUTE_TRANSACTION, insert("token", 1, string("v")));

    assertThat(get(engine, key("statement", 1)).find("map")).isEqualTo(string("v"));
  }

  private TransactWriteItemsInput transaction(
      String token, Item item, Map<String, String> names, Item values, Item check) {
    String round = token.substring(token.indexOf('-') + 1);
    return TransactWriteItemsInput.builder()
        .clientRequestToken(token)
        .transactItems(
            List.of(
                TransactWriteItem.builder()
                    .put(Put.builder().tableName("Chat").item(item).build())
                    .build(),
                TransactWriteItem.builder()
                    .update(
                        Update.builder()
                            .tableName("Chat")
                            .key(shuffled(key("counter", Integer.parseInt(round))))
                            .updateExpression("SET #t = :s, #m = :m ADD #n :one")
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values)
                            .build())
                    .build(),
                TransactWriteItem.builder()
                    .delete(
                        Delete.builder().tableName("Chat").key(shuffled(key("gone", 0))).build())
                    .build(),
                TransactWriteItem.builder()
                    .conditionCheck(
                        ConditionCheck.builder()
                            .tableName("Chat")
                            .key(shuffled(key("missing", 0)))
                            .conditionExpression("attribute_not_exists(PK) OR a = :m")
                            .expressionAttributeValues(check)
                            .build())
                    .build()))
        .build();
  }

  private static TransactWriteItemsInput put(String token, List<AttributeValue> list) {
    Item item = Item.of("PK", string("p"), "SK", string("s"), "list", AttributeValue.list(list));
    return TransactWriteItemsInput.builder()
        .clientRequestToken(token)
        .transactItems(
            List.of(
                TransactWriteItem.builder()
                    .put(Put.builder().tableName("Chat").item(item).build())
                    .build()))
        .build();
  }

  private static ExecuteTransactionInput insert(String token, int number, AttributeValue value) {
    return ExecuteTransactionInput.builder()
        .clientRequestToken(token)
        .transactStatements(
            List.of(
                ParameterizedStatement.builder()
                    .statement("INSERT INTO Chat VALUE {'PK': ?, 'SK': ?, 'map': ?}")
                    .parameters(List.of(string("statement"), string("" + number), value))
                    .build()))
        .build();
  }

  private static Item key(String partition, int number) {
    return Item.of("PK", string(partition), "SK", string("" + number));
  }

  private Item item(int number) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    members.put("PK", string("item"));
    members.put("SK", string("" + number));
    members.put("map", map(3));
    members.put("list", AttributeValue.list(List.of(map(1), map(2), string("last"))));
    members.put("set", AttributeValue.stringSet(List.of("a", "b", "c")));
    return Item.of(members);
  }

  private AttributeValue map(int depth) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (int i = 0; i < 4; i++) {
      members.put("m" + random.nextInt(100), depth == 0 ? number("1") : map(depth - 1));
    }
    return AttributeValue.map(members);
  }

  private static Item get(MonotableEngine engine, Item key) {
    return Calls.get(engine::call, "Chat", key);
  }

  private Item shuffled(Item item) {
    return Item.of(shuffledValues(item.toMap()));
  }

  private Map<String, AttributeValue> shuffledValues(Map<String, AttributeValue> members) {
    Map<String, AttributeValue> next = new LinkedHashMap<>();
    shuffled(members).forEach((name, value) -> next.put(name, shuffled(value)));
    return next;
  }

  private <V> Map<String, V> shuffled(Map<String, V> map) {
    List<String> names = new ArrayList<>(map.keySet());
    Collections.shuffle(names, random);
    Map<String, V> next = new LinkedHashMap<>();
    names.forEach(name -> next.put(name, map.get(name)));
    return next;
  }

  private AttributeValue shuffled(AttributeValue value) {
    if (value.type() == AttributeType.M) {
      return AttributeValue.map(shuffledValues(value.map()));
    }
    if (value.type() == AttributeType.L) {
      return AttributeValue.list(value.list().stream().map(this::shuffled).toList());
    }
    return value;
  }

  private static AttributeValue string(String text) {
    return AttributeValue.string(text);
  }

  private static AttributeValue number(String text) {
    return AttributeValue.number(text);
  }
}
