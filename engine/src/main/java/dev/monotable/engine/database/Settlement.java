package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The time until nothing waits for the clock of a database: no table, index or replica is being
 * changed, no export, import or bulk operation is in progress, and the other Regions and the
 * Kinesis data streams have received every change. What a pause or a cut holds back, and what
 * nothing writes to Kinesis, is not waited for.
 *
 * @param now what the clock shows then
 * @param waits what has ended by then, in the order of its ends
 */
@Experimental
public record Settlement(Instant now, List<Wait> waits) {
  /** The pauses before a stream is tried again: the first one, and the longest. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(25_600);

  /** The number of failures in a row after which a stream counts as one that always fails. */
  private static final int MAX_FAILURES = 10;

  /** The time to wait for other threads, which run exports or fill indexes. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration LOOK = Duration.ofMillis(5);

  public Settlement {
    waits = List.copyOf(waits);
  }

  /**
   * A change that ends by the clock.
   *
   * @param until when it ends; null if another thread ends it
   * @param what such as {@code table Chat: backfill index ByAuthor}
   */
  public record Wait(@Nullable Instant until, String what) {
    @Override
    public String toString() {
      return until == null ? what : what + " until " + until;
    }
  }

  /**
   * A Region of a database.
   *
   * @param deliver writes to Kinesis what is due
   * @param failure returns why the last attempt to write to a destination has failed; null if it
   *     has not
   */
  public record Region(
      MonotableEngine engine,
      DatabaseClock clock,
      Runnable deliver,
      Function<KinesisDestinationStatus, @Nullable String> failure) {
    private String name() {
      return engine.config().region();
    }
  }

  /** The failure of {@link #of}: not all has ended by the bound. */
  public static final class UnsettledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UnsettledException(String message) {
      super(message);
    }
  }

  /**
   * Advances the clock until nothing waits for it, from one end to the next.
   *
   * @param regions those of a database. The clock of the first one is advanced; what follows a
   *     clock that stands still meanwhile is not waited for
   * @param within how far the clock may be advanced
   * @throws UnsettledException if something has not ended then
   */
  public static Settlement of(List<Region> regions, Replication replication, Duration within) {
    if (within.isNegative()) {
      throw new IllegalArgumentException("the bound is negative: " + within);
    }
    return new Run(regions, replication, within).settle();
  }

  /** The waits of a run, by what they are. */
  private static final class Run {
    private final DatabaseClock clock;
    private final List<Region> regions;
    private final Replication replication;
    private final Duration within;
    private final Instant limit;
    private final long deadline = System.nanoTime() + PATIENCE.toNanos();
    private final Map<String, Wait> seen = new LinkedHashMap<>();

    /** When streams that have failed are tried again, by the first clock; null if none has. */
    private @Nullable Instant nextAttempt;

    private Duration pause = FIRST_PAUSE;
    private int failures;

    Run(List<Region> regions, Replication replication, Duration within) {
      this.clock = regions.get(0).clock();
      this.regions = new ArrayList<>(regions);
      this.replication = replication;
      this.within = within;
      this.limit = clock.instant().plus(within);
    }

    Settlement settle() {
      while (true) {
        clock.advance(Duration.ZERO); // does what is due
        List<Wait> waits = new ArrayList<>();
        Duration step = null;
        for (Region region : regions) {
          List<Wait> own = waits(region);
          waits.addAll(own);
          step = least(step, own, region.clock().instant());
        }
        if (waits.isEmpty()) {
          return new Settlement(clock.instant(), ended());
        }
        waits.forEach(wait -> seen.put(wait.what(), wait));
        if (step == null || step.isZero()) {
          look(waits);
        } else if (clock.instant().plus(step).isAfter(limit) || failures > MAX_FAILURES) {
          throw unsettled(waits);
        } else {
          advance(step);
        }
      }
    }

    private List<Wait> ended() {
      List<Wait> ended = new ArrayList<>(seen.values());
      ended.sort(Comparator.comparing(wait -> wait.until() == null ? Instant.MIN : wait.until()));
      return ended;
    }

    private static @Nullable Duration least(
        @Nullable Duration step, List<Wait> waits, Instant now) {
      Duration least = step;
      for (Wait wait : waits) {
        if (wait.until() != null) {
          Duration left = Duration.between(now, wait.until());
          least = least == null || left.compareTo(least) < 0 ? left : least;
        }
      }
      return least == null || !least.isNegative() ? least : Duration.ZERO;
    }

    /** Waits for another thread, by real time. */
    private void look(List<Wait> waits) {
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        throw unsettled(waits);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }

    private void advance(Duration step) {
      List<Instant> before = regions.stream().map(region -> region.clock().instant()).toList();
      clock.advance(step);
      for (int i = regions.size() - 1; i > 0; i--) {
        if (regions.get(i).clock().instant().isBefore(before.get(i).plus(step))) {
          regions.remove(i);
        }
      }
    }

    private UnsettledException unsettled(List<Wait> waits) {
      List<String> texts = waits.stream().map(Wait::toString).toList();
      return new UnsettledException("not ended within " + within + ": " + String.join("; ", texts));
    }

    // ---- waits ----

    private List<Wait> waits(Region region) {
      List<Wait> waits = new ArrayList<>();
      Instant now = region.clock().instant();
      region.deliver().run();
      DatabaseState state = region.engine().context().committer().state();
      TreeCursor<TableState> tables = state.tables().cursor();
      for (boolean more = tables.first(); more; more = tables.next()) {
        addChanges(tables.value(), now, waits);
      }
      TreeCursor<TransferState> transfers = state.transfers().cursor();
      for (boolean more = transfers.first(); more; more = transfers.next()) {
        TransferState transfer = transfers.value();
        if (transfer.isInProgress(now)) {
          String kind = transfer.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
          BulkProgress bulk = transfer.progress();
          Instant until = bulk == null ? transfer.dueAt() : bulk.waitsUntil();
          waits.add(new Wait(until, kind + " " + transfer.arn()));
        }
      }
      addReplication(region, now, waits);
      addStreams(region, now, waits);
      if (region != regions.get(0)) {
        waits.replaceAll(each -> new Wait(each.until(), region.name() + ": " + each.what()));
      }
      return waits;
    }

    private static void addChanges(TableState state, Instant now, List<Wait> waits) {
      TableDefinition table = state.definition();
      String name = "table " + table.name() + ": ";
      for (TableChange change : state.changes()) {
        String kind = change.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String subject = change.subject() == null ? "" : " " + change.subject();
        waits.add(new Wait(change.dueAt(), name + kind + subject));
      }
      for (ContributorInsights.Part part : ContributorInsights.of(table).parts()) {
        if (part.dueAt().isAfter(now)) {
          String index = part.index() == null ? "" : " of index " + part.index();
          waits.add(new Wait(part.dueAt(), name + "contributor insights" + index));
        }
      }
      for (KinesisDestination each : KinesisDestinations.of(table).destinations()) {
        if (each.dueAt().isAfter(now)) {
          waits.add(new Wait(each.dueAt(), name + "kinesis destination " + each.streamArn()));
        }
      }
    }

    /** Adds the changes that are sent with a delay: the last ones after all of it. */
    private void addReplication(Region source, Instant now, List<Wait> waits) {
      for (Replication.Link link : replication.links()) {
        boolean isSent = !link.isPaused() && !link.isCut() && !link.delay().isZero();
        if (link.from().equals(source.name()) && isSent && link.pending() > 0) {
          waits.add(new Wait(now.plus(link.delay()), "replication to " + link.to()));
        }
      }
    }

    /** Adds the destinations that have failed and are tried again. */
    private void addStreams(Region region, Instant now, List<Wait> waits) {
      for (KinesisDestinationStatus each : region.engine().kinesisOutbox().destinations()) {
        String failure = each.waiting() == 0 ? null : region.failure().apply(each);
        if (failure != null) {
          String what = "table " + each.tableName() + ": changes for " + each.streamArn();
          Duration left = Duration.between(clock.instant(), nextAttempt());
          waits.add(new Wait(now.plus(left), what + ", since " + failure));
        }
      }
    }

    private Instant nextAttempt() {
      Instant now = clock.instant();
      Instant next = nextAttempt;
      if (next == null || !next.isAfter(now)) {
        next = now.plus(pause);
        nextAttempt = next;
        failures++;
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
      }
      return next;
    }
  }
}
