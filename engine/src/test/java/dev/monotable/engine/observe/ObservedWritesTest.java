package dev.monotable.engine.observe;

import static dev.monotable.testing.Calls.putIf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.ConditionCheck;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the data that observers receive of writes. */
class ObservedWritesTest extends ObserverFixture {
  private final Item old =
      item("{'PK':{'S':'U'},'SK':{'S':'1'},'GSI1PK':{'S':'G'},'GSI1SK':{'S':'7'},'n':{'N':'5'}}");
  private final Item oldKey = Item.of("PK", "U", "SK", "1");

  @Test
  void putItemThatReplaces() {
    put(old);
    Item next = item("{'PK':{'S':'U'},'SK':{'S':'1'},'GSI1PK':{'S':'H'},'GSI1SK':{'S':'7'}}");
    call(
        Operations.PUT_ITEM,
        PutItemInput.builder()
            .tableName("Chat")
            .item(next)
            .conditionExpression("n = :n")
            .expressionAttributeValues(item("{':n':{'N':'5'}}"))
            .build());
    assertThat(last())
        .isEqualTo(
            seen(
                    "PutItem",
                    wrote(
                        WriteKind.PUT,
                        oldKey,
                        texts(null, "n = 5"),
                        true,
                        images(old, next),
                        1,
                        new IndexChange("GSI1", IndexChange.Kind.MOVED, 2)))
                .units(write(1), new ConsumedUnits("Chat", "GSI1", 0, 2)));
  }

  @Test
  void updateItem() {
    put(old);
    call(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName("Chat")
            .key(oldKey)
            .updateExpression("SET #n = #n + :one")
            .expressionAttributeNames(Map.of("#n", "n"))
            .expressionAttributeValues(item("{':one':{'N':'1'}}"))
            .build());
    Item next =
        item("{'PK':{'S':'U'},'SK':{'S':'1'},'GSI1PK':{'S':'G'},'GSI1SK':{'S':'7'},'n':{'N':'6'}}");
    assertThat(last())
        .isEqualTo(
            seen(
                    "UpdateItem",
                    wrote(
                        WriteKind.UPDATE,
                        oldKey,
                        texts("SET n = n + 1", null),
                        true,
                        images(old, next),
                        1,
                        new IndexChange("GSI1", IndexChange.Kind.UPDATED, 1)))
                .units(write(1), new ConsumedUnits("Chat", "GSI1", 0, 1)));
  }

  @Test
  void deleteItemByLegacyParameters() {
    put(old);
    call(
        Operations.DELETE_ITEM,
        DeleteItemInput.builder()
            .tableName("Chat")
            .key(oldKey)
            .expected(Map.of("n", ExpectedAttributeValue.builder().value(number(5)).build()))
            .build());
    assertThat(last())
        .isEqualTo(
            seen(
                    "DeleteItem",
                    wrote(
                        WriteKind.DELETE,
                        oldKey,
                        texts(null, "n = 5"),
                        true,
                        images(old, null),
                        1,
                        new IndexChange("GSI1", IndexChange.Kind.REMOVED, 1)))
                .units(write(1), new ConsumedUnits("Chat", "GSI1", 0, 1)));
  }

  @Test
  void failedCondition() {
    put(old);
    ErrorCode code = errorOf(() -> putIf(this::call, "Chat", old, "attribute_not_exists(PK)"));
    assertThat(code).isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
    assertThat(last())
        .isEqualTo(
            seen(
                    "PutItem",
                    wrote(
                        WriteKind.PUT,
                        oldKey,
                        texts(null, "attribute_not_exists(PK)"),
                        false,
                        images(old, null),
                        1))
                .error(ErrorCode.CONDITIONAL_CHECK_FAILED)
                .units(write(1)));
  }

  @Test
  void batchWriteItemWithAHeldItem() {
    try (MonotableEngine.HeldItems held = engine.holdItems("Chat", key(2))) {
      assertThat(held).isNotNull();
      call(
          Operations.BATCH_WRITE_ITEM,
          BatchWriteItemInput.builder()
              .requestItems(
                  Map.of(
                      "Chat",
                      List.of(
                          new WriteRequest(new PutRequest(message(1, "a")), null),
                          new WriteRequest(new PutRequest(message(2, "b")), null))))
              .build());
    }
    assertThat(last())
        .isEqualTo(
            seen(
                    "BatchWriteItem",
                    wrote(
                        WriteKind.PUT,
                        key(1),
                        texts(null, null),
                        true,
                        images(null, message(1, "a")),
                        1))
                .units(write(1))
                .rest(1, true, false, List.of()));
  }

  private TransactWriteItemsInput transaction(String token) {
    return TransactWriteItemsInput.builder()
        .clientRequestToken(token)
        .transactItems(
            List.of(
                TransactWriteItem.builder()
                    .put(Put.builder().tableName("Chat").item(message(1, "a")).build())
                    .build(),
                TransactWriteItem.builder()
                    .conditionCheck(
                        ConditionCheck.builder()
                            .tableName("Chat")
                            .key(oldKey)
                            .conditionExpression("n = :five")
                            .expressionAttributeValues(item("{':five':{'N':'5'}}"))
                            .build())
                    .build()))
        .build();
  }

  private SeenWrite check(@Nullable Item present, boolean applied) {
    return wrote(
        WriteKind.CONDITION_CHECK,
        oldKey,
        texts(null, "n = 5"),
        applied,
        images(present, applied ? present : null),
        2);
  }

  private SeenWrite written(boolean applied) {
    return wrote(
        WriteKind.PUT,
        key(1),
        texts(null, null),
        applied,
        images(null, applied ? message(1, "a") : null),
        2);
  }

  @Test
  void transactWriteItemsAndItsRepetition() {
    put(old);
    call(Operations.TRANSACT_WRITE_ITEMS, transaction("t"));
    assertThat(last())
        .isEqualTo(seen("TransactWriteItems", written(true), check(old, true)).units(write(4)));
    call(Operations.TRANSACT_WRITE_ITEMS, transaction("t"));
    assertThat(last()).isEqualTo(seen("TransactWriteItems").units(read(4)));
  }

  @Test
  void aCanceledTransaction() {
    assertThat(errorOf(() -> call(Operations.TRANSACT_WRITE_ITEMS, transaction("t"))))
        .isEqualTo(ErrorCode.TRANSACTION_CANCELED);
    assertThat(last())
        .isEqualTo(
            seen("TransactWriteItems", written(false), check(null, false))
                .error(ErrorCode.TRANSACTION_CANCELED)
                .units(write(4)));
  }
}
