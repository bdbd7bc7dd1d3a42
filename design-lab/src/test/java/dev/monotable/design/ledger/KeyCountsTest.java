package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which values of keys are counted, and which are known to rise. */
class KeyCountsTest {
  private static final String DESIGN =
      """
      design: Tasks
      tables:
        Tasks:
          partitionKey: PK
          sortKey: SK
          indexes:
            byStatus: {partitionKey: status, sortKey: at}
      """;

  @TempDir private Path directory;

  private KeyCounts count(KeyCounts counts, Consumer<Requests> requests) throws Exception {
    Design design = DesignFile.read(Files.writeString(directory.resolve("design.yaml"), DESIGN));
    try (MonotableEngine engine = ExampleDesign.emptyEngine()) {
      engine.observe(request -> counts.accept(request, RequestContext.NONE));
      DesignTables.create(design, engine);
      requests.accept(new Requests(engine));
    }
    return counts;
  }

  private static Item task(String room, String id, String status, String at) {
    return Item.of("PK", "ROOM#" + room, "SK", "TASK#" + id, "status", status, "at", at);
  }

  private static KeyTemplate form(String text) {
    return KeyTemplate.parse(text);
  }

  @Test
  void theValuesOfKeysAreCountedInRequests() throws Exception {
    KeyCounts counts = count(new KeyCounts(), KeyCountsTest::useThreeRooms);

    assertThat(counts.find("Tasks", null, form("ROOM#{}")))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 3, 1, 1), new KeyUse("ROOM#2", 1, 1, 1)));
    assertThat(counts.find("Tasks", null, form("TEAM#{}"))).isEmpty();
    // The index gets a write of each put, and a read of each Query.
    assertThat(counts.find("Tasks", "byStatus", KeyTemplate.ANY))
        .isEqualTo(List.of(new KeyUse("done", 0, 1, 1), new KeyUse("open", 1, 1, 1)));
  }

  @Test
  void theValuesOfKeysAreCountedByTheKindOfRequests() throws Exception {
    KeyCounts counts = count(new KeyCounts(), KeyCountsTest::useThreeRooms);

    assertThat(counts.find("Tasks", null, form("ROOM#{}"), shape(Action.GET), form("TASK#{}")))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 3, 0, 1), new KeyUse("ROOM#2", 0, 0, 1)));
    assertThat(counts.find("Tasks", null, form("ROOM#{}"), shape(Action.PUT), form("TASK#{}")))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 0, 1, 1), new KeyUse("ROOM#2", 0, 1, 1)));
    assertThat(counts.find("Tasks", null, form("ROOM#{}"), shape(Action.QUERY), null))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 0, 0, 1), new KeyUse("ROOM#2", 1, 0, 1)));
  }

  @Test
  void furtherKindsOfRequestsAreOnlyCountedWithAllOthers() throws Exception {
    KeyCounts counts =
        count(
            new KeyCounts(),
            to -> {
              for (char word = 'a'; word <= 'q'; word++) {
                to.put("Tasks", Item.of("PK", "ROOM#1", "SK", word + "#1"));
              }
            });

    KeyTemplate room = form("ROOM#{}");
    assertThat(counts.find("Tasks", null, room, shape(Action.PUT), form("p#{}")))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 0, 1, 17)));
    assertThat(counts.find("Tasks", null, room, shape(Action.PUT), form("q#{}")))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 0, 0, 17)));
    assertThat(counts.find("Tasks", null, room))
        .isEqualTo(List.of(new KeyUse("ROOM#1", 0, 17, 17)));
  }

  private static Shape shape(Action action) {
    return Shape.of("any", action, "Tasks", null, null);
  }

  private static void useThreeRooms(Requests to) {
    to.put("Tasks", task("1", "1", "open", "2026-01-01"));
    to.put("Tasks", task("2", "2", "done", "2026-01-02"));
    for (int i = 0; i < 3; i++) {
      to.get("Tasks", Item.of("PK", "ROOM#1", "SK", "TASK#1"));
    }
    to.query("Tasks", null, "PK = 'ROOM#2'");
    to.query(
        "Tasks",
        "byStatus",
        "#s = 'open'",
        query -> query.expressionAttributeNames(java.util.Map.of("#s", "status")));
    to.get("Tasks", Item.of("PK", "USER#1", "SK", "PROFILE"));
  }

  @Test
  void theNumberOfValuesHasABound() throws Exception {
    KeyCounts few = count(new KeyCounts(2, 100), KeyCountsTest::useThreeRooms);
    KeyCounts fewInAll = count(new KeyCounts(100, 3), KeyCountsTest::useThreeRooms);

    // There was no room for USER#1.
    assertThat(few.omissions())
        .isEqualTo(
            List.of(
                "At most 2 partition key values of a table or index are counted for heat, and 100"
                    + " in all; left out: 1 use of others."));
    // ROOM#1, open, ROOM#2; there was no room for done and USER#1.
    assertThat(fewInAll.omissions())
        .isEqualTo(
            List.of(
                "At most 100 partition key values of a table or index are counted for heat, and 3"
                    + " in all; left out: 2 uses of others."));
  }

  @Test
  void sortKeysThatRiseAreKnown() throws Exception {
    KeyCounts rising =
        count(
            new KeyCounts(),
            to -> {
              for (int i = 0; i < 5; i++) {
                // Two item collections, whose times do not rise together.
                to.put("Tasks", task("1", "x" + i, "open", "2026-01-0" + (i + 1)));
                to.put("Tasks", task("1", "y" + i, "done", "2025-01-0" + (i + 1)));
              }
            });
    KeyCounts mixed =
        count(
            new KeyCounts(),
            to -> {
              for (int i = 0; i < 9; i++) {
                to.put("Tasks", task("1", "x" + i, "open", "2026-01-0" + (1 + i * 7 % 9)));
              }
            });

    assertThat(rising.addsAtTheEnd("Tasks", "byStatus", KeyTemplate.ANY)).isTrue();
    assertThat(mixed.addsAtTheEnd("Tasks", "byStatus", KeyTemplate.ANY)).isFalse();
    assertThat(rising.addsAtTheEnd("Tasks", "byOwner", KeyTemplate.ANY)).isFalse();
  }

  @Test
  void partitionKeysThatMoveOnAreKnown() throws Exception {
    KeyCounts days = count(new KeyCounts(), to -> tasks(to, 12, i -> "2026-01-0" + (1 + i / 4)));
    KeyCounts today =
        count(new KeyCounts(), to -> tasks(to, 12, i -> ExampleDesign.START.toString()));
    KeyCounts projects = count(new KeyCounts(), to -> tasks(to, 12, i -> "p-" + i % 3));
    KeyCounts orders = count(new KeyCounts(), to -> tasks(to, 12, i -> "10" + i / 4));
    KeyTemplate room = form("ROOM#{}");

    assertThat(days.movesOn("Tasks", null, room)).isTrue();
    assertThat(today.movesOn("Tasks", null, room)).isTrue();
    assertThat(projects.movesOn("Tasks", null, room)).isFalse();
    assertThat(orders.movesOn("Tasks", null, room)).isFalse();
  }

  private static void tasks(Requests to, int count, java.util.function.IntFunction<String> room) {
    for (int i = 0; i < count; i++) {
      to.put("Tasks", Item.of("PK", "ROOM#" + room.apply(i), "SK", "TASK#" + i));
    }
  }
}
