package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expressions with so many paths that all of them are found in one walk over the item. */
class ManyPathsTest {
  private static final List<String> PATHS =
      List.of(
          "a",
          "b",
          "b.c",
          "b.c.d",
          "b.c.gone",
          "b.e",
          "l",
          "l[0]",
          "l[1]",
          "l[1].x",
          "l[2][1]",
          "l[3]",
          "l[9]",
          "gone",
          "gone.x",
          "a.x",
          "a[0]",
          "b[0]",
          "l.x",
          "s",
          "q1");

  private static final Item ITEM =
      item(
          "{'z':{'M':{'a':{'S':'z'}}},'a':{'S':'1'},'b':{'M':{'q':{'L':[]},'c':{'M':{'d':{'S':'2'}}}}},"
              + "'l':{'L':[{'S':'3'},{'M':{'x':{'S':'4'}}},{'L':[{'S':'5'},{'S':'6'}]},{'M':{}}]},"
              + "'s':{'SS':['a','b']},'m':{'M':{}},'q1':{'NULL':true}}");

  private static BoundCondition condition(String text) {
    return COMPILER
        .condition(ExpressionKind.FILTER, text)
        .bind(Bindings.internal(Map.of(), Item.EMPTY));
  }

  @Test
  void aConditionFindsWhatEachPathFindsByItself() {
    for (String path : PATHS) {
      boolean expected = condition("attribute_exists(" + path + ")").test(ITEM);
      StringBuilder crowded = new StringBuilder("attribute_exists(" + path + ")");
      for (String other : PATHS) {
        crowded.append(" AND (attribute_exists(").append(other).append(") OR ");
        crowded.append("attribute_not_exists(").append(other).append("))");
      }
      BoundCondition condition = condition(crowded.toString());
      assertThat(condition.test(ITEM)).as(path).isEqualTo(expected);
      assertThat(condition.test(null)).as(path).isFalse();
      assertThat(condition.test(ITEM)).as(path).isEqualTo(expected);
    }
  }

  @Test
  void anUpdateWritesWhatItsActionsWriteOneByOne() {
    List<String> actions = new ArrayList<>();
    for (String target :
        List.of("a", "b.c.d", "b.e", "l[0]", "l[1].x", "l[2][1]", "l[7]", "m.n", "new1", "new2")) {
      actions.add(target + " = b.c.d");
      actions.add("copy" + actions.size() + " = if_not_exists(" + target + ", s)");
    }
    // Every action reads the item as it was, so only the targets that no other action reads differ.
    Item all = update("SET " + String.join(", ", actions), ITEM);
    for (String action : actions) {
      Item alone = update("SET " + action, ITEM);
      String name = action.substring(0, action.indexOf(' ')).split("[.\\[]")[0];
      if (name.startsWith("copy") || name.startsWith("new") || name.equals("a")) {
        assertThat(all.find(name)).as(action).isEqualTo(alone.find(name));
      }
    }
    assertThat(all.find("l"))
        .isEqualTo(
            AttributeValue.parse(
                "{\"L\":[{\"S\":\"2\"},{\"M\":{\"x\":{\"S\":\"2\"}}},{\"L\":[{\"S\":\"5\"},"
                    + "{\"S\":\"2\"}]},{\"M\":{}},{\"S\":\"2\"}]}"));
  }

  private static Item update(String text, Item item) {
    return COMPILER
        .update(text)
        .bind(Bindings.internal(Map.of(), Item.EMPTY))
        .apply(item, item("{'a':{'S':'1'}}"), new ItemWriter());
  }

  @Test
  void aProjectionOfManyElementsKeepsTheirOrder() {
    List<AttributeValue> elements = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      elements.add(AttributeValue.number(i));
    }
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    attributes.put("l", AttributeValue.list(elements));
    for (int i = 0; i < 50; i++) {
      attributes.put("n" + i, AttributeValue.number(i));
    }
    StringBuilder text = new StringBuilder("l[299]");
    Map<String, AttributeValue> expected = new LinkedHashMap<>();
    List<AttributeValue> selected = new ArrayList<>();
    for (int i = 0; i < 299; i += 7) {
      text.append(", l[").append(i).append(']');
      selected.add(AttributeValue.number(i));
    }
    selected.add(AttributeValue.number(299));
    expected.put("l", AttributeValue.list(selected));
    for (int i = 48; i >= 0; i -= 2) {
      text.append(", n").append(i).append(", gone").append(i);
    }
    for (int i = 0; i < 50; i += 2) {
      expected.put("n" + i, AttributeValue.number(i));
    }
    Item projected =
        COMPILER
            .projection(text.toString())
            .bind(Bindings.internal(Map.of(), Item.EMPTY))
            .project(Item.of(attributes), new ItemWriter());
    assertThat(projected).hasToString(Item.of(expected).toString());
    assertThat(projected.size()).isEqualTo(Item.of(expected).size());
  }

  @Test
  void anUpdateThatCopiesALargeValueManyTimesIsStopped() {
    Item large =
        Item.of("x", AttributeValue.list(Collections.nCopies(390_000, AttributeValue.string(""))));
    StringBuilder text = new StringBuilder("SET y = x");
    for (int i = 0; i < 400; i++) {
      text.append(", y").append(i).append("=x");
    }
    assertThatThrownBy(() -> update(text.toString(), large))
        .isInstanceOfSatisfying(
            FaultException.class,
            e -> assertThat(e.fault()).isEqualTo(ItemFault.Plain.UPDATED_ITEM_TOO_LARGE));
  }
}
