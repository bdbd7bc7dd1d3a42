package dev.monotable.engine;

import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateBackupInput;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that backups share their items in memory, in a file, and after they were read from it. */
@ExtendWith(EngineExtension.class)
class BackupFormTest {
  private static final int ITEMS = 500;
  private static final int BACKUPS = 40;

  private MonotableEngine engine;
  private ManualTime time;

  @BeforeEach
  void take(MonotableEngine fresh, ManualTime itsTime) {
    engine = fresh;
    time = itsTime;
  }

  @Test
  void backupsOfATableAreWrittenAndReadAsDifferences() throws IOException {
    fill();
    assertShared(ITEMS + BACKUPS);
  }

  @Test
  void soAreBackupsOfADeletedTable() throws IOException {
    fill();
    drop(engine::call, "Music");
    assertShared(ITEMS + BACKUPS - 1); // without the version after the last backup
  }

  /** Creates backups, with one new version of an item between each and the next. */
  private void fill() {
    engine.call(Operations.CREATE_TABLE, table("Music", "pk: N").build());
    for (int i = 0; i < ITEMS; i++) {
      put(i, "x".repeat(100));
    }
    for (int i = 0; i < BACKUPS; i++) {
      engine.call(Operations.CREATE_BACKUP, new CreateBackupInput("Music", "backup-" + i));
      time.advance(Duration.ofMillis(1)); // which orders the backups
      put(i, "y".repeat(100));
    }
  }

  private void put(int key, String text) {
    Calls.put(engine::call, "Music", Item.of("pk", key, "text", text));
  }

  private void assertShared(int items) throws IOException {
    DatabaseState written = engine.state();
    assertThat(items(written)).hasSize(items);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SnapshotReader reader = new SnapshotReader(EngineConfig.DEFAULT);
    engine
        .snapshot()
        .writeTo(
            (block, length, last) -> {
              bytes.write(block, 0, length);
              reader.read(block, 0, length);
            });
    assertThat(bytes.size()).isLessThan(BACKUPS * ITEMS * 100 / 5);
    assertThat(reader.losses()).isEmpty();

    DatabaseState read = reader.finish().state();

    assertThat(StateText.of(read)).isEqualTo(StateText.of(written));
    // The version of an item that a backup has and the table too may be there twice.
    assertThat(items(read).size()).isLessThanOrEqualTo(items + BACKUPS);
  }

  /** Returns the items of all tables and backups, each object once. */
  private static Set<Item> items(DatabaseState state) {
    Set<Item> items = Collections.newSetFromMap(new IdentityHashMap<>());
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      add(tables.value(), items);
    }
    TreeCursor<BackupState> backups = state.backups().cursor();
    for (boolean more = backups.first(); more; more = backups.next()) {
      add(backups.value().table(), items);
    }
    return items;
  }

  private static void add(TableState table, Set<Item> items) {
    TreeCursor<Item> cursor = table.items().cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      items.add(cursor.value());
    }
  }
}
