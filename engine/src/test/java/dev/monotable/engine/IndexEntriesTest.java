package dev.monotable.engine;

import static dev.monotable.testing.Calls.delete;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Which items an index contains, in the less obvious cases; the audit compares each index with its
 * table.
 */
@ExtendWith(EngineExtension.class)
class IndexEntriesTest {
  private static final String TABLE = "Chat";

  private MonotableEngine engine;

  @BeforeEach
  void createTable(MonotableEngine engine) {
    this.engine = engine;
    engine.call(Operations.CREATE_TABLE, Tables.chat(TABLE));
  }

  private void put(Item item) {
    Calls.put(engine::call, TABLE, item);
  }

  /** Returns the items of the index's collection G, read in pages of one item. */
  private List<Item> paged() {
    List<Item> items = new ArrayList<>();
    Item start = null;
    do {
      QueryOutput page =
          engine.call(
              Operations.QUERY,
              QueryInput.builder()
                  .tableName(TABLE)
                  .indexName("GSI1")
                  .keyConditionExpression("GSI1PK = :g")
                  .expressionAttributeValues(Item.of(":g", "G"))
                  .exclusiveStartKey(start)
                  .limit(1)
                  .build());
      items.addAll(Objects.requireNonNull(page.items()));
      start = page.lastEvaluatedKey();
    } while (start != null);
    return items;
  }

  private static Item entry(String partition, String sort, String text) {
    return Item.of("PK", partition, "SK", sort, "GSI1PK", "G", "GSI1SK", "same", "text", text);
  }

  @Test
  void keysWhoseBytesAreTheSameInARowAreDifferentEntries() {
    Set<Item> expected = new HashSet<>();
    for (String[] key : new String[][] {{"A#1", "23"}, {"A#12", "3"}, {"A#", "123"}}) {
      put(entry(key[0], key[1], "old"));
      put(entry(key[0], key[1], "new"));
      expected.add(entry(key[0], key[1], "new"));
    }
    List<Item> items = paged();
    assertThat(items).hasSize(3);
    assertThat(new HashSet<>(items)).isEqualTo(expected);

    for (Item item : items) {
      delete(engine::call, TABLE, Item.of("PK", string(item, "PK"), "SK", string(item, "SK")));
      Audit.check(engine);
      expected.remove(item);
      assertThat(new HashSet<>(paged())).isEqualTo(expected);
    }
  }

  private static String string(Item item, String name) {
    return Objects.requireNonNull(item.find(name)).string();
  }

  @Test
  void oneOfManyEntriesOfOneKeyIsChangedMovedAndDeleted() {
    for (int i = 0; i < 100; i++) {
      put(entry("P" + i, "s", "first"));
    }
    for (int i = 0; i < 99; i += 3) {
      put(entry("P" + i, "s", "second"));
      put(Item.of("PK", "P" + (i + 1), "SK", "s", "GSI1PK", "G", "GSI1SK", "moved" + i % 2));
      put(Item.of("PK", "P" + (i + 2), "SK", "s", "GSI1PK", "G"));
    }
    Audit.check(engine);
    assertThat(paged()).hasSize(100 - 33);
  }

  /**
   * Returns a committer of a state in which an index was just added and does not contain the
   * existing items yet.
   */
  private Committer withUnfilledIndex() {
    TableState table = Objects.requireNonNull(engine.state().findTable(TABLE));
    TableDefinition definition = table.definition();
    TableState unfilled =
        table
            .withDefinition(definition.toBuilder().indexes(List.of()).build())
            .withDefinition(definition)
            .withChange(
                new TableChange(
                    TableChange.Kind.BACKFILL_INDEX,
                    definition.indexes().get(0).name(),
                    null,
                    ChangeOutcome.Plain.NONE));
    Committer committer =
        new Committer(engine.state(), Limits.AWS, new ManualTime(EngineExtension.NOON), null);
    committer.commit(
        null,
        draft -> {
          draft.putTable(unfilled);
          return true;
        });
    return committer;
  }

  private static void write(Committer committer, Item key, @Nullable Item after) {
    committer.commit(
        null,
        draft -> {
          TableDraft table = Objects.requireNonNull(draft.findTable(TABLE));
          byte[] primaryKey = table.layout().primaryKey(new KeyBuilder(), key);
          return table.write(
              primaryKey,
              table.find(primaryKey),
              after == null ? null : table.layout().keyed(after),
              null);
        });
  }

  @Test
  void itemsThatChangeBeforeABackfillReachesThemAreCountedOnce() {
    for (int i = 0; i < 5; i++) {
      put(entry("P" + i, "s", "first"));
    }
    Committer committer = withUnfilledIndex();
    Item moved = Item.of("PK", "P1", "SK", "s", "GSI1PK", "H", "GSI1SK", "moved");
    Item gone = Item.of("PK", "P2", "SK", "s");

    write(committer, entry("P0", "s", "first"), entry("P0", "s", "second, and longer"));
    write(committer, moved, moved);
    write(committer, gone, gone);
    write(committer, entry("P3", "s", "first"), null);
    Audit.check(committer.state());
    committer.backfill().resume(Delays.NONE, Instant.EPOCH, false);

    Audit.check(committer.state());
    TableState table = Objects.requireNonNull(committer.state().findTable(TABLE));
    IndexState index = table.index(table.layout().indexes().get(0));
    assertThat(index.itemCount()).isEqualTo(3);
    assertThat(index.bytes())
        .isEqualTo(
            entry("P0", "s", "second, and longer").size()
                + moved.size()
                + entry("P4", "s", "first").size());
  }
}
