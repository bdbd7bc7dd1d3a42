package dev.monotable.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
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

/** What observers receive of writes. */
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
            new Seen(
                "PutItem",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.PUT,
                        oldKey,
                        new SeenTexts(null, "n = 5"),
                        true,
                        new SeenImages(old, next),
                        new SeenEffects(
                            List.of(new IndexChange("GSI1", IndexChange.Kind.MOVED, 2)), 1))),
                new SeenCost(
                    List.of(0L, 0L, 0L),
                    List.of(write(1), new ConsumedUnits("Chat", "GSI1", 0, 2))),
                NOTHING_LEFT));
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
            new Seen(
                "UpdateItem",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.UPDATE,
                        oldKey,
                        new SeenTexts("SET n = n + 1", null),
                        true,
                        new SeenImages(old, next),
                        new SeenEffects(
                            List.of(new IndexChange("GSI1", IndexChange.Kind.UPDATED, 1)), 1))),
                new SeenCost(
                    List.of(0L, 0L, 0L),
                    List.of(write(1), new ConsumedUnits("Chat", "GSI1", 0, 1))),
                NOTHING_LEFT));
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
            new Seen(
                "DeleteItem",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.DELETE,
                        oldKey,
                        new SeenTexts(null, "n = 5"),
                        true,
                        new SeenImages(old, null),
                        new SeenEffects(
                            List.of(new IndexChange("GSI1", IndexChange.Kind.REMOVED, 1)), 1))),
                new SeenCost(
                    List.of(0L, 0L, 0L),
                    List.of(write(1), new ConsumedUnits("Chat", "GSI1", 0, 1))),
                NOTHING_LEFT));
  }

  @Test
  void failedCondition() {
    put(old);
    ErrorCode code =
        errorOf(
            () ->
                call(
                    Operations.PUT_ITEM,
                    PutItemInput.builder()
                        .tableName("Chat")
                        .item(old)
                        .conditionExpression("attribute_not_exists(PK)")
                        .build()));
    assertThat(code).isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
    assertThat(last())
        .isEqualTo(
            new Seen(
                "PutItem",
                ErrorCode.CONDITIONAL_CHECK_FAILED,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.PUT,
                        oldKey,
                        new SeenTexts(null, "attribute_not_exists(PK)"),
                        false,
                        new SeenImages(old, null),
                        new SeenEffects(List.of(), 1))),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(1))),
                NOTHING_LEFT));
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
            new Seen(
                "BatchWriteItem",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.PUT,
                        key(1),
                        new SeenTexts(null, null),
                        true,
                        new SeenImages(null, message(1, "a")),
                        new SeenEffects(List.of(), 1))),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(1))),
                List.of(1, true, false, List.of())));
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
    return new SeenWrite(
        "Chat",
        ItemWritten.WriteKind.CONDITION_CHECK,
        oldKey,
        new SeenTexts(null, "n = 5"),
        applied,
        new SeenImages(present, applied ? present : null),
        new SeenEffects(List.of(), 2));
  }

  private SeenWrite written(boolean applied) {
    return new SeenWrite(
        "Chat",
        ItemWritten.WriteKind.PUT,
        key(1),
        new SeenTexts(null, null),
        applied,
        new SeenImages(null, applied ? message(1, "a") : null),
        new SeenEffects(List.of(), 2));
  }

  @Test
  void transactWriteItemsAndItsRepetition() {
    put(old);
    call(Operations.TRANSACT_WRITE_ITEMS, transaction("t"));
    assertThat(last())
        .isEqualTo(
            new Seen(
                "TransactWriteItems",
                null,
                List.of("Chat"),
                null,
                List.of(written(true), check(old, true)),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(4))),
                NOTHING_LEFT));
    call(Operations.TRANSACT_WRITE_ITEMS, transaction("t"));
    assertThat(last())
        .isEqualTo(
            new Seen(
                "TransactWriteItems",
                null,
                List.of("Chat"),
                null,
                List.of(),
                new SeenCost(List.of(0L, 0L, 0L), List.of(read(4))),
                NOTHING_LEFT));
  }

  @Test
  void aCanceledTransaction() {
    assertThat(errorOf(() -> call(Operations.TRANSACT_WRITE_ITEMS, transaction("t"))))
        .isEqualTo(ErrorCode.TRANSACTION_CANCELED);
    assertThat(last())
        .isEqualTo(
            new Seen(
                "TransactWriteItems",
                ErrorCode.TRANSACTION_CANCELED,
                List.of("Chat"),
                null,
                List.of(written(false), check(null, false)),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(4))),
                NOTHING_LEFT));
  }
}
