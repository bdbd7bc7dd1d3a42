package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.stream.SequenceSource;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next state while a commit makes it; only the thread that commits sees it. What it reads is
 * what was there before and what this commit has changed itself.
 */
public final class StateDraft implements SequenceSource {
  private final Limits limits;
  private final InstantSource clock;
  private @Nullable Instant now;
  private DatabaseState state;
  private long sequenceNumber;
  private final List<TableDraft> drafts = new ArrayList<>(1);

  StateDraft(DatabaseState state, Limits limits, InstantSource clock) {
    this.state = state;
    this.limits = limits;
    this.clock = clock;
    this.sequenceNumber = state.lastSequenceNumber();
  }

  /** The time of the commit; the clock is read only once, and only by a commit that asks. */
  public Instant now() {
    Instant time = now;
    if (time == null) {
      time = clock.instant();
      now = time;
    }
    return time;
  }

  Limits limits() {
    return limits;
  }

  @Override
  public long nextSequenceNumber() {
    return ++sequenceNumber;
  }

  /** The sequence number that the next stream record will have. */
  public long upcomingSequenceNumber() {
    return sequenceNumber + 1;
  }

  /** Whether a transaction that is done holds an item. */
  boolean isHeld(TableDefinition table, byte[] primaryKey) {
    return state.isHeld(table, primaryKey, this::now);
  }

  /** The table of that name, to change its items; null if there is none. */
  public @Nullable TableDraft findTable(String name) {
    for (int i = 0; i < drafts.size(); i++) {
      TableDraft draft = drafts.get(i);
      if (draft.layout().definition().name().equals(name)) {
        return draft;
      }
    }
    TableState table = state.findTable(name);
    if (table == null) {
      return null;
    }
    TableDraft draft = new TableDraft(this, table);
    drafts.add(draft);
    return draft;
  }

  /** The state with the changes made so far. */
  public DatabaseState state() {
    if (!drafts.isEmpty()) {
      var tables = state.tables();
      for (int i = 0; i < drafts.size(); i++) {
        TableState table = drafts.get(i).finish();
        tables = tables.with(DatabaseState.tableKey(table.definition().name()), table);
      }
      state =
          new DatabaseState(
              tables,
              state.tokens(),
              state.holds(),
              state.closedStreams(),
              sequenceNumber,
              state.nextChange());
      drafts.clear();
    }
    if (state.lastSequenceNumber() != sequenceNumber) {
      state = state.withLastSequenceNumber(sequenceNumber);
    }
    return state;
  }

  /** Replaces the state as a whole; table drafts taken before are void. */
  public void state(DatabaseState next) {
    drafts.clear();
    state = next;
    sequenceNumber = Math.max(sequenceNumber, next.lastSequenceNumber());
  }

  /** Puts a table, new or changed in other ways than by its items. */
  public void putTable(TableState table) {
    DatabaseState current = state();
    DatabaseState next =
        current.withTables(
            current.tables().with(DatabaseState.tableKey(table.definition().name()), table));
    Instant due = table.nextChange();
    Instant known = next.nextChange();
    state(due != null && (known == null || due.isBefore(known)) ? next.withNextChange(due) : next);
  }

  /** Removes a table. */
  public void removeTable(String name) {
    DatabaseState current = state();
    state(current.withTables(current.tables().without(DatabaseState.tableKey(name))));
  }
}
