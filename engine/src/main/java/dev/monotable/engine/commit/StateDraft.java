package dev.monotable.engine.commit;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.stream.SequenceSource;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The next state while a commit makes it: the state before the commit, with the changes so far.
 * Only the thread of the commit sees it.
 */
public final class StateDraft implements SequenceSource {
  private final Limits limits;
  private final InstantSource clock;
  private @Nullable Instant now;
  private DatabaseState state;
  private long sequenceNumber;

  /** The tables to change, the latest first; null if there are none. */
  private @Nullable TableDraft drafts;

  StateDraft(DatabaseState state, Limits limits, InstantSource clock) {
    this.state = state;
    this.limits = limits;
    this.clock = clock;
    this.sequenceNumber = state.lastSequenceNumber();
  }

  /** Returns the time of the commit. The clock is read once, at the first call. */
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

  /** Returns the sequence number that the next stream record will have. */
  public long upcomingSequenceNumber() {
    return sequenceNumber + 1;
  }

  /** Returns whether a committed transaction still holds an item. */
  boolean isHeld(TableDefinition table, byte[] primaryKey) {
    return !state.holds().isEmpty() && state.isHeld(table, primaryKey, this::now);
  }

  /** Returns the draft of a table, to change its items; null if the table does not exist. */
  public @Nullable TableDraft findTable(String name) {
    for (TableDraft draft = drafts; draft != null; draft = draft.next()) {
      if (draft.layout().definition().name().equals(name)) {
        return draft;
      }
    }
    TableState table = state.findTable(name);
    if (table == null) {
      return null;
    }
    drafts = new TableDraft(this, table, drafts);
    return drafts;
  }

  /** Returns the state with the changes made so far. */
  public DatabaseState state() {
    if (drafts != null || state.lastSequenceNumber() != sequenceNumber) {
      DatabaseState.Builder next = state.toBuilder().lastSequenceNumber(sequenceNumber);
      for (TableDraft draft = drafts; draft != null; draft = draft.next()) {
        next.table(draft.start(), draft.finish());
      }
      drafts = null;
      state = next.build();
    }
    return state;
  }

  /** Replaces the whole state. Table drafts from before must not be used any longer. */
  public void state(DatabaseState next) {
    drafts = null;
    state = next;
    sequenceNumber = Math.max(sequenceNumber, next.lastSequenceNumber());
  }

  /** Adds a table, or replaces it by a version that differs in more than its items. */
  public void putTable(TableState table) {
    DatabaseState current = state();
    DatabaseState.Builder next = current.toBuilder().table(table);
    Instant due = table.nextChange();
    Instant known = current.nextChange();
    if (due != null && (known == null || due.isBefore(known))) {
      next.nextChange(due);
    }
    state(next.build());
  }

  /** Removes a table. */
  public void removeTable(String name) {
    state(state().toBuilder().withoutTable(name).build());
  }
}
