package dev.monotable.engine.operation.backup;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RecoveryFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The times to which a table can be restored, in whole seconds. On AWS the latest is five minutes
 * ago; here it is now, unless {@link dev.monotable.engine.limits.Limits.Backup} says otherwise. So
 * a test advances its clock by a second after what it wants to return to.
 *
 * @param table the table now
 * @param days the recovery period
 * @param earliest when point-in-time recovery was enabled, the beginning of the recovery period, or
 *     the first time that the bound on the memory of histories leaves
 * @param latest not before the earliest (DDB-TABLE-086)
 * @param lag the seconds by which the latest follows the clock
 */
public record RecoveryWindow(
    TableState table, TableHistory history, int days, Instant earliest, Instant latest, long lag) {

  /** Returns the window of a table; null if point-in-time recovery is disabled. */
  public static @Nullable RecoveryWindow find(
      OperationContext context, TableState table, Instant now) {
    PointInTimeRecovery recovery = PointInTimeRecovery.find(table.definition());
    TableHistory history = table.history();
    if (recovery == null || history == null) {
      return null;
    }
    long lag = context.limits().backup().recoveryLagSeconds();
    long earliest = Math.max(history.earliest(), recovery.start(now));
    long latest = Math.max(earliest, now.getEpochSecond() - lag);
    return new RecoveryWindow(
        table,
        history,
        recovery.days(),
        Instant.ofEpochSecond(earliest),
        Instant.ofEpochSecond(latest),
        lag);
  }

  /**
   * Returns the window of a table.
   *
   * @throws FaultException if point-in-time recovery is disabled
   */
  public static RecoveryWindow require(OperationContext context, TableState table, Instant now) {
    RecoveryWindow window = find(context, table, now);
    if (window == null) {
      throw new FaultException(RecoveryFault.Plain.UNAVAILABLE.with(table.definition().name()));
    }
    return window;
  }

  /** Returns whether the table can be restored to a time. Fractions of a second are ignored. */
  public boolean contains(Instant time) {
    Instant second = time.truncatedTo(ChronoUnit.SECONDS);
    return !second.isBefore(earliest) && !second.isAfter(latest);
  }

  /**
   * Returns the items of the table at a time: with all commits up to its second.
   *
   * @param time in the window
   */
  public TableHistory.Version at(Instant time) {
    return history.at(table, time.getEpochSecond());
  }

  /** Returns the items at the latest time: those of now if it is now. */
  public TableHistory.Version atLatest() {
    return lag == 0 ? history.at(table, Long.MAX_VALUE) : at(latest);
  }
}
