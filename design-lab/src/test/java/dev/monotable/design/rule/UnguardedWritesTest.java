package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests what is found about updates that lack the condition of others. */
class UnguardedWritesTest {
  @Test
  void anUpdateWithoutTheConditionOfOthersIsFound() throws Exception {
    assertThat(findWithoutDesign(RaceRule.LOST_UPDATE, to -> owners(to, "held = :known", null)))
        .isEqualTo(
            List.of(
                "WARNING lost-update UpdateItem Shop PK = USER#{} and SK = PROFILE update (SET"
                    + " held = {}): 3 writes set held without a condition on it; other updates of"
                    + " the same items test it"));
  }

  @Test
  void updatesThatAllTestOrOfWhichNoneTestsAreNone() throws Exception {
    assertThat(
            findWithoutDesign(
                RaceRule.LOST_UPDATE, to -> owners(to, "held = :known", "held <> :known")))
        .isEmpty();
    assertThat(
            findWithoutDesign(RaceRule.LOST_UPDATE, to -> owners(to, "attribute_exists(PK)", null)))
        .isEmpty();
  }

  private static void owners(Requests to, String first, @Nullable String second) {
    for (int i = 0; i < 3; i++) {
      to.put(SHOP, with(user("" + i), "held", "a", "since", 1));
      update(to, i, "SET held = :me, since = since + :one", first);
      update(to, i, "SET held = :me", second);
    }
  }

  private static void update(Requests to, int user, String update, @Nullable String condition) {
    Item values = Item.of(":me", second(condition) ? "b" : "a");
    if (condition != null && condition.contains(":known")) {
      values = with(values, ":known", second(condition) ? "z" : "a");
    }
    if (update.contains(":one")) {
      values = with(values, ":one", 1);
    }
    to.send(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(SHOP)
            .key(user("" + user))
            .updateExpression(update)
            .conditionExpression(condition)
            .expressionAttributeValues(values)
            .build());
  }

  /** Returns whether a condition is one that only differs from that of others. */
  private static boolean second(@Nullable String condition) {
    return condition != null && condition.contains("<>");
  }

  @Test
  void anUpdateThatOnlyCountsTheVersionUpIsFound() throws Exception {
    assertThat(findWithoutDesign(RaceRule.LOST_UPDATE, to -> versions(to, null)))
        .isEqualTo(
            List.of(
                "WARNING lost-update UpdateItem Shop PK = USER#{} and SK = PROFILE update (SET"
                    + " taken = {}, version = version + {}): 3 writes set version without a"
                    + " condition on it; other updates of the same items test it"));
    assertThat(findWithoutDesign(RaceRule.LOST_UPDATE, to -> versions(to, "version = :v")))
        .isEmpty();
  }

  /** Three forms of updates: the first tests existence, the second a version, the third varies. */
  private static void versions(Requests to, @Nullable String condition) {
    for (int i = 0; i < 3; i++) {
      Item key = user("" + i);
      to.put(SHOP, with(key, "version", 1));
      String count = ", version = version + :one";
      version(to, key, "SET queued = :x" + count, "attribute_not_exists(queued)", 1);
      version(to, key, "SET done = :x" + count, "version = :v", 2);
      version(to, key, "SET taken = :x" + count, condition, 3);
    }
  }

  private static void version(
      Requests to, Item key, String update, @Nullable String condition, int version) {
    Item values = Item.of(":x", "x", ":one", 1);
    to.send(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(SHOP)
            .key(key)
            .updateExpression(update)
            .conditionExpression(condition)
            .expressionAttributeValues(
                "version = :v".equals(condition) ? with(values, ":v", version) : values)
            .build());
  }
}
