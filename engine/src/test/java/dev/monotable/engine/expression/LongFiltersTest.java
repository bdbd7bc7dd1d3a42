package dev.monotable.engine.expression;

import static dev.monotable.testing.Calls.put;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Condition;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LongFiltersTest {
  private static final int ITEMS = 250;

  @Test
  void aPageEndsAfterManyStepsOfItsFilterAndTheNextPageContinues() {
    Map<String, Condition> filter = new LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      filter.put("gone" + i, Condition.builder().comparisonOperator("NULL").build());
    }
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      engine.call(Operations.CREATE_TABLE, table("table", "pk: N").build());
      for (int i = 0; i < ITEMS; i++) {
        put(engine::call, "table", Item.of("pk", i));
      }
      List<Item> found = new ArrayList<>();
      int pages = 0;
      Item start = null;
      do {
        ScanOutput page =
            engine.call(
                Operations.SCAN,
                ScanInput.builder()
                    .tableName("table")
                    .scanFilter(filter)
                    .exclusiveStartKey(start)
                    .build());
        assertThat(page.items()).isNotEmpty();
        found.addAll(page.items());
        start = page.lastEvaluatedKey();
        pages++;
      } while (start != null);
      assertThat(pages).isBetween(2, 10);
      assertThat(found).hasSize(ITEMS).doesNotHaveDuplicates();
    }
  }
}
