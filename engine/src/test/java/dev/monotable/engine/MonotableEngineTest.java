package dev.monotable.engine;

import static dev.monotable.testing.Calls.scan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MonotableEngineTest {
  private static final Item BOWIE =
      Item.of("PK", AttributeValue.string("Artist-1"), "SK", AttributeValue.string("Artist-1"));

  private MonotableEngine engine;

  @BeforeEach
  void open() {
    engine = MonotableEngine.create(EngineConfig.builder().seed(1).build());
    engine.call(Operations.CREATE_TABLE, Tables.chat("Music"));
  }

  @AfterEach
  void auditAndClose() {
    Audit.check(engine);
    engine.close();
  }

  private static void put(MonotableEngine engine, Item item) {
    Calls.put(engine::call, "Music", item);
  }

  private static Item get(MonotableEngine engine, Item key) {
    return Calls.get(engine::call, "Music", key);
  }

  @Test
  void anItemThatWasPutIsRead() {
    put(engine, BOWIE);

    assertThat(get(engine, BOWIE)).isEqualTo(BOWIE);
    assertThat(scan(engine::call, "Music")).containsExactly(BOWIE);
  }

  @Test
  void aSnapshotKeepsItsItems() {
    Snapshot empty = engine.snapshot();
    put(engine, BOWIE);
    engine.restore(empty);

    assertThat(get(engine, BOWIE)).isNull();
  }

  @Test
  void aForkIsIndependent() {
    try (MonotableEngine fork = engine.fork()) {
      put(fork, BOWIE);

      assertThat(get(fork, BOWIE)).isEqualTo(BOWIE);
      assertThat(get(engine, BOWIE)).isNull();
    }
  }
}
