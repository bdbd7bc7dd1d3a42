package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.condition;
import static dev.monotable.engine.operation.Requests.item;
import static dev.monotable.engine.operation.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.model.Condition;
import dev.monotable.model.QueryOutput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the results of Query. */
@ExtendWith(EngineExtension.class)
class QueryBehaviourTest extends QueryFixture {
  @Nested
  class Behaviour {
    private final List<Item> items = new ArrayList<>();

    @BeforeEach
    void putItems() {
      for (int i = 0; i < 12; i++) {
        String json =
            "{'a':{'S':'p'},'b':{'S':'%s'},'c':{'S':'c%d'},'n':{'N':'%d'},'m':{'M':{'x':{'N':'1'}}}}"
                .formatted(i < 10 ? "0" + i : "" + i, i % 3, i);
        put(engine, "Range", json);
        items.add(item(json));
      }
      put(engine, "Range", "{'a':{'S':'q'},'b':{'S':'00'},'c':{'S':'c1'}}");
    }

    private List<Item> sortKeyIs(Condition condition) {
      return send(range(conditions("a", condition("EQ", "{'S':'p'}"), "b", condition))).items();
    }

    @Test
    void everyOperatorOfAnIndexSelectsARange() {
      assertThat(send(range(Map.of("a", condition("EQ", "{'S':'p'}")))).items()).isEqualTo(items);
      assertThat(sortKeyIs(condition("EQ", "{'S':'03'}"))).isEqualTo(items.subList(3, 4));
      assertThat(sortKeyIs(condition("LT", "{'S':'03'}"))).isEqualTo(items.subList(0, 3));
      assertThat(sortKeyIs(condition("LE", "{'S':'03'}"))).isEqualTo(items.subList(0, 4));
      assertThat(sortKeyIs(condition("GT", "{'S':'03'}"))).isEqualTo(items.subList(4, 12));
      assertThat(sortKeyIs(condition("GE", "{'S':'03'}"))).isEqualTo(items.subList(3, 12));
      assertThat(sortKeyIs(condition("BETWEEN", "{'S':'03'}", "{'S':'07'}")))
          .isEqualTo(items.subList(3, 8));
      assertThat(sortKeyIs(condition("BEGINS_WITH", "{'S':'1'}"))).isEqualTo(items.subList(10, 12));
    }

    @Test
    void anIndexIsReadByItsKey() {
      assertThat(
              send(range(
                          conditions(
                              "a",
                              condition("EQ", "{'S':'p'}"),
                              "c",
                              condition("EQ", "{'S':'c1'}")))
                      .indexName("index1")
                      .scanIndexForward(false))
                  .items())
          .containsExactly(items.get(10), items.get(7), items.get(4), items.get(1));
    }

    @Test
    void theFilterRemovesItemsThatWereRead() {
      QueryOutput output =
          send(
              range(Map.of("a", condition("EQ", "{'S':'p'}")))
                  .queryFilter(
                      conditions(
                          "n", condition("GT", "{'N':'8'}"), "c", condition("EQ", "{'S':'c1'}")))
                  .attributesToGet(List.of("b", "none")));

      assertThat(output.items()).containsExactly(item("{'b':{'S':'10'}}"));
      assertThat(output.count()).isEqualTo(1);
      assertThat(output.scannedCount()).isEqualTo(12);
    }

    @Test
    void oneOfTheFiltersIsEnoughForOr() {
      QueryOutput output =
          send(
              range(Map.of("a", condition("EQ", "{'S':'p'}")))
                  .queryFilter(
                      conditions(
                          "n",
                          condition("IN", "{'N':'2'}", "{'N':'4'}"),
                          "none",
                          condition("NOT_NULL")))
                  .conditionalOperator("OR"));

      assertThat(output.items()).containsExactly(items.get(2), items.get(4));
    }

    @Test
    void keyConditionsGoWithOtherExpressions() {
      QueryOutput output =
          send(
              range(Map.of("a", condition("EQ", "{'S':'p'}")))
                  .filterExpression("n = :n")
                  .projectionExpression("b, m.x")
                  .expressionAttributeValues(item("{':n':{'N':'5'}}")));

      assertThat(output.items())
          .containsExactly(item("{'b':{'S':'05'},'m':{'M':{'x':{'N':'1'}}}}"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pagesFollowEachOther(boolean forward) {
      List<Item> read = new ArrayList<>();
      Item startKey = null;
      int pages = 0;
      do {
        QueryOutput page =
            send(
                range(
                        conditions(
                            "a",
                            condition("EQ", "{'S':'p'}"),
                            "b",
                            condition("BETWEEN", "{'S':'02'}", "{'S':'10'}")))
                    .queryFilter(Map.of("c", condition("NE", "{'S':'c0'}")))
                    .scanIndexForward(forward)
                    .limit(2)
                    .exclusiveStartKey(startKey));
        read.addAll(page.items());
        startKey = page.lastEvaluatedKey();
        pages++;
      } while (startKey != null);

      List<Item> expected =
          new ArrayList<>(
              List.of(
                  items.get(2),
                  items.get(4),
                  items.get(5),
                  items.get(7),
                  items.get(8),
                  items.get(10)));
      if (!forward) {
        Collections.reverse(expected);
      }
      assertThat(read).isEqualTo(expected);
      assertThat(pages).isEqualTo(5);
    }
  }
}
