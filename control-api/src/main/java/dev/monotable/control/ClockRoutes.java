package dev.monotable.control;

import dev.monotable.control.model.DatabaseModel.ClockChange;
import dev.monotable.control.model.DatabaseModel.ClockState;
import dev.monotable.control.model.DatabaseModel.ExpiredItems;
import dev.monotable.engine.DatabaseClock;
import dev.monotable.json.HttpService.Pace;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
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

  List<ControlRoute> routes() {
    String one = "/databases/{id}";
    return List.of(
        ControlRoute.of("GET", one + "/clock", "getClock", "Returns what the clock shows.")
            .returns(200, ClockState.class)
            .by(request -> Result.json(200, clock(Routes.database(config, request).clock()))),
        ControlRoute.of(
                "PATCH",
                one + "/clock",
                "changeClock",
                "Sets, advances, freezes or resumes the clock, and does what is due by then.")
            .pace(Pace.LONG)
            .body(ClockChange.class)
            .returns(200, ClockState.class)
            .by(this::changeClock),
        ControlRoute.of(
                "POST",
                one + "/expire",
                "deleteExpiredItems",
                "Deletes the items whose time to live has expired by the clock, at once.")
            .pace(Pace.LONG)
            .returns(200, ExpiredItems.class)
            .by(
                request ->
                    Result.json(
                        200,
                        new ExpiredItems(
                            Routes.database(config, request).engine().sweepExpired()))));
  }

  private Result changeClock(ControlRequest request) {
    DatabaseClock clock = Routes.database(config, request).clock();
    ClockChange change = request.body(ClockChange.class);
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
    return Result.json(200, clock(clock));
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

  private static ClockState clock(DatabaseClock clock) {
    return new ClockState(clock.instant(), clock.isFrozen());
  }
}
