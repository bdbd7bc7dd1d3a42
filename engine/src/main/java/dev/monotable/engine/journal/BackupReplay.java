package dev.monotable.engine.journal;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A backup while it is read. */
final class BackupReplay {
  private @Nullable Definition definition;
  private TableReplay table = new TableReplay();

  /** The description of a backup, without its items. */
  record Definition(
      String id,
      String name,
      BackupState.Type type,
      Instant createdAt,
      @Nullable Instant expiresAt,
      TableDefinition table) {}

  void define(Definition is) {
    definition = is;
  }

  /** Returns the definition; null if it was not read, because a file is damaged. */
  @Nullable Definition definition() {
    return definition;
  }

  /** Begins with the items of a table or another backup. */
  void startFrom(TableReplay base) {
    table = TableReplay.startingFrom(base);
  }

  /** Returns the items so far. */
  TableReplay table() {
    return table;
  }

  /** Returns the backup; null without a definition. */
  @Nullable BackupState finish(Limits limits) {
    Definition is = definition;
    if (is == null) {
      return null;
    }
    TableState.Builder kept = TableState.create(is.table(), limits).toBuilder();
    table.putItems(kept);
    return new BackupState(
        is.id(), is.name(), is.type(), is.createdAt(), is.expiresAt(), kept.build(), false);
  }
}
