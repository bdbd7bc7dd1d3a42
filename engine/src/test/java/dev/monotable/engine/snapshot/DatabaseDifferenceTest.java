package dev.monotable.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.snapshot.DatabaseDifference.ItemDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.Presence;
import dev.monotable.engine.snapshot.DatabaseDifference.TableDifference;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DatabaseDifferenceTest {
  private static final int ALL = Integer.MAX_VALUE;

  private final Region database = Database.create(EngineConfig.DEFAULT).home();

  @AfterEach
  void close() {
    database.database().close();
  }

  private static void create(Region database, String table, String keyType) {
    database
        .engine()
        .call(
            Operations.CREATE_TABLE,
            CreateTableInput.builder()
                .tableName(table)
                .attributeDefinitions(List.of(new AttributeDefinition("PK", keyType)))
                .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
                .billingMode("PAY_PER_REQUEST")
                .build());
  }

  private static void drop(Region database, String table) {
    Calls.drop(database.engine()::call, table);
  }

  private static Item item(String key, String value) {
    return Item.of("PK", key, "value", value);
  }

  private static void put(Region database, String table, Item item) {
    Calls.put(database.engine()::call, table, item);
  }

  private static void delete(Region database, String table, String key) {
    Calls.delete(database.engine()::call, table, Item.of("PK", key));
  }

  private static DatabaseDifference complete(TableDifference... tables) {
    return new DatabaseDifference(List.of(tables), true);
  }

  @Test
  void itemsAreAddedRemovedAndChanged() {
    create(database, "Chat", "S");
    create(database, "Other", "S");
    put(database, "Chat", item("a", "1"));
    put(database, "Chat", item("b", "1"));
    put(database, "Chat", item("c", "1"));
    Snapshot before = database.engine().snapshot();
    assertThat(database.changesSince(before, ALL)).isEqualTo(complete());

    put(database, "Chat", item("d", "1"));
    put(database, "Chat", item("b", "2"));
    put(database, "Chat", item("c", "1"));
    delete(database, "Chat", "a");

    DatabaseDifference difference = database.changesSince(before, ALL);
    assertThat(difference.isComplete()).isTrue();
    TableDifference chat = difference.tables().get(0);
    assertThat(difference.tables())
        .containsExactly(new TableDifference("Chat", Presence.KEPT, chat.items()));
    assertThat(chat.items())
        .containsExactlyInAnyOrder(
            new ItemDifference(null, item("d", "1")),
            new ItemDifference(item("b", "1"), item("b", "2")),
            new ItemDifference(item("a", "1"), null));
    assertThat(List.of(chat.added(), chat.removed(), chat.changed())).containsExactly(1L, 1L, 1L);
  }

  @Test
  void tablesAreAddedAndRemoved() {
    create(database, "Chat", "S");
    put(database, "Chat", item("a", "1"));
    create(database, "Empty", "S");
    Snapshot before = database.engine().snapshot();
    drop(database, "Chat");
    drop(database, "Empty");
    create(database, "Music", "S");
    put(database, "Music", item("b", "1"));

    assertThat(database.changesSince(before, ALL))
        .isEqualTo(
            complete(
                new TableDifference(
                    "Chat", Presence.REMOVED, List.of(new ItemDifference(item("a", "1"), null))),
                new TableDifference("Empty", Presence.REMOVED, List.of()),
                new TableDifference(
                    "Music", Presence.ADDED, List.of(new ItemDifference(null, item("b", "1"))))));
  }

  @Test
  void aTableThatWasCreatedAgainIsComparedByItsItems() {
    create(database, "Chat", "S");
    put(database, "Chat", item("a", "1"));
    put(database, "Chat", item("b", "1"));
    Snapshot before = database.engine().snapshot();
    drop(database, "Chat");
    create(database, "Chat", "S");
    put(database, "Chat", item("a", "1"));

    assertThat(database.changesSince(before, ALL))
        .isEqualTo(
            complete(
                new TableDifference(
                    "Chat", Presence.KEPT, List.of(new ItemDifference(item("b", "1"), null)))));
  }

  @Test
  void aTableWithAnotherPrimaryKeyIsAnotherTable() {
    create(database, "Chat", "S");
    put(database, "Chat", item("a", "1"));
    Snapshot before = database.engine().snapshot();
    drop(database, "Chat");
    create(database, "Chat", "B");

    assertThat(database.changesSince(before, ALL))
        .isEqualTo(
            complete(
                new TableDifference(
                    "Chat", Presence.REMOVED, List.of(new ItemDifference(item("a", "1"), null))),
                new TableDifference("Chat", Presence.ADDED, List.of())));
  }

  @Test
  void theNumberOfItemsIsBounded() {
    create(database, "Chat", "S");
    Snapshot before = database.engine().snapshot();
    for (int i = 0; i < 5; i++) {
      put(database, "Chat", item("key" + i, "1"));
    }
    assertThat(database.changesSince(before, 5).isComplete()).isTrue();
    DatabaseDifference bounded = database.changesSince(before, 4);
    assertThat(bounded.isComplete()).isFalse();
    assertThat(bounded.tables()).hasSize(1);
    assertThat(bounded.tables().get(0).items()).hasSize(4);
    assertThat(database.changesSince(before, 0))
        .isEqualTo(new DatabaseDifference(List.of(), false));
  }

  /** Databases that were filled apart share nothing, so equal items have to be compared, too. */
  @Test
  void theNumberOfComparisonsIsBounded() {
    create(database, "Chat", "S");
    try (Database other = Database.create(EngineConfig.DEFAULT)) {
      create(other.home(), "Chat", "S");
      for (int i = 0; i < 100; i++) {
        put(database, "Chat", item("key" + i, "1"));
        put(other.home(), "Chat", item("key" + i, "1"));
      }
      List<Object> seen = new ArrayList<>();
      DatabaseDifference.Visitor visitor =
          new DatabaseDifference.Visitor() {
            @Override
            public void table(String name, Presence presence) {
              seen.add(name);
            }

            @Override
            public boolean item(ItemDifference item) {
              return seen.add(item);
            }
          };
      Snapshot one = database.engine().snapshot();
      Snapshot two = other.engine().snapshot();
      assertThat(DatabaseDifference.visit(one, two, visitor, 100)).isTrue();
      assertThat(DatabaseDifference.visit(one, two, visitor, 99)).isFalse();
      assertThat(seen).isEmpty();
    }
  }

  @Seeded
  void findsWhatMapsFind(long seed) {
    Random random = new Random(seed);
    List<String> tables = List.of("Chat", "Music");
    Map<String, Map<String, Item>> items = new HashMap<>();
    for (String table : tables) {
      create(database, table, "S");
      items.put(table, new TreeMap<>());
    }
    List<Snapshot> snapshots = new ArrayList<>();
    List<Map<String, Map<String, Item>>> copies = new ArrayList<>();
    for (int round = 0; round < 40; round++) {
      for (int i = random.nextInt(60); i > 0; i--) {
        String table = tables.get(random.nextInt(2));
        String key = "key" + random.nextInt(200);
        if (random.nextInt(3) == 0) {
          delete(database, table, key);
          items.get(table).remove(key);
        } else {
          Item item = item(key, "v" + random.nextInt(3));
          put(database, table, item);
          items.get(table).put(key, item);
        }
      }
      if (!snapshots.isEmpty() && random.nextInt(5) == 0) {
        int back = random.nextInt(snapshots.size());
        database.restore(snapshots.get(back));
        copies.get(back).forEach((table, known) -> items.put(table, new TreeMap<>(known)));
      }
      snapshots.add(database.engine().snapshot());
      Map<String, Map<String, Item>> copy = new HashMap<>();
      items.forEach((table, known) -> copy.put(table, new TreeMap<>(known)));
      copies.add(copy);
      int from = random.nextInt(snapshots.size());
      assertThat(byKey(DatabaseDifference.between(snapshots.get(from), snapshots.get(round), ALL)))
          .as("seed %d, from %d to %d", seed, from, round)
          .isEqualTo(byKey(copies.get(from), copies.get(round)));
    }
  }

  private static Map<String, ItemDifference> byKey(DatabaseDifference difference) {
    assertThat(difference.isComplete()).isTrue();
    Map<String, ItemDifference> all = new TreeMap<>();
    for (TableDifference table : difference.tables()) {
      for (ItemDifference item : table.items()) {
        Item any = Objects.requireNonNull(item.before() == null ? item.after() : item.before());
        assertThat(all.put(table.table() + any.find("PK"), item)).isNull();
      }
    }
    return all;
  }

  private static Map<String, ItemDifference> byKey(
      Map<String, Map<String, Item>> before, Map<String, Map<String, Item>> after) {
    Map<String, ItemDifference> all = new TreeMap<>();
    before.forEach(
        (table, items) ->
            items.forEach(
                (key, old) -> {
                  Item now = after.get(table).get(key);
                  if (!old.equals(now)) {
                    all.put(table + old.find("PK"), new ItemDifference(old, now));
                  }
                }));
    after.forEach(
        (table, items) ->
            items.forEach(
                (key, now) -> {
                  if (!before.get(table).containsKey(key)) {
                    all.put(table + now.find("PK"), new ItemDifference(null, now));
                  }
                }));
    return all;
  }
}
