package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.ClockChange;
import dev.monotable.control.model.ClockSettlement;
import dev.monotable.control.model.ClockState;
import dev.monotable.control.model.EndedWait;
import dev.monotable.control.model.ExpiredItems;
import dev.monotable.control.model.SettlementToReach;
import dev.monotable.engine.database.DatabaseClock;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.database.Settlement;
import dev.monotable.stream.kinesis.KinesisDelivery;
import dev.monotable.text.OneLine;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clock of a database, and what becomes due by it. */
final class ClockRoutes {
  private static final Instant MIN_TIME = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant MAX_TIME = Instant.parse("9999-12-31T23:59:59Z");

  private final ControlConfig config;

  ClockRoutes(ControlConfig config) {
    this.config = config;
  }

  ClockState getClock(Region region) {
    return state(region.clock());
  }

  ClockState changeClock(Region region, ClockChange change) {
    DatabaseClock clock = region.clock();
    Instant set = change.set();
    Duration advance = change.advance();
    Boolean frozen = change.frozen();
    if (advance != null && advance.isNegative()) {
      throw ControlException.invalid("'advance' must not be negative; 'set' sets the clock back");
    }
    check(set == null ? clock.instant() : set, advance);
    if (set != null && Boolean.TRUE.equals(frozen)) {
      clock.freeze(set);
    } else if (set != null) {
      clock.set(set);
    }
    if (advance != null) {
      clock.advance(advance);
    }
    if (Boolean.TRUE.equals(frozen)) {
      clock.freeze();
    } else if (Boolean.FALSE.equals(frozen)) {
      clock.resume();
    }
    return state(clock);
  }

  private static void check(Instant start, @Nullable Duration advance) {
    try {
      Instant end = advance == null ? start : start.plus(advance);
      if (!start.isBefore(MIN_TIME) && !end.isAfter(MAX_TIME)) {
        return;
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Reported below.
    }
    throw ControlException.invalid("The clock must stay between " + MIN_TIME + " and " + MAX_TIME);
  }

  private static ClockState state(DatabaseClock clock) {
    return new ClockState(clock.instant(), clock.isFrozen());
  }

  ClockSettlement settle(Region region, SettlementToReach wanted) {
    if (wanted.within().isNegative()) {
      throw ControlException.invalid("'within' must not be negative");
    }
    check(region.clock().instant(), wanted.within());
    List<Settlement.Region> regions = new ArrayList<>();
    addRegion(region, regions);
    for (Region each : region.database().regions()) {
      if (each != region) {
        addRegion(each, regions);
      }
    }
    try {
      Settlement reached = Settlement.of(regions, region.database().replication(), wanted.within());
      List<EndedWait> waits = new ArrayList<>();
      reached.waits().forEach(wait -> waits.add(new EndedWait(wait.until(), wait.what())));
      return new ClockSettlement(reached.now(), waits);
    } catch (Settlement.UnsettledException e) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED, OneLine.message(String.valueOf(e.getMessage())));
    }
  }

  private void addRegion(Region region, List<Settlement.Region> regions) {
    KinesisDelivery kinesis = config.controls().kinesis(region);
    regions.add(
        new Settlement.Region(
            region.engine(), region.clock(), kinesis::deliverDue, kinesis::findFailure));
  }

  ExpiredItems deleteExpiredItems(Region region) {
    return new ExpiredItems(region.engine().sweepExpired());
  }
}
