package dev.monotable.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.BackgroundScheduler.Registration;
import dev.monotable.engine.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualTime base = new ManualTime(START);
  private final DatabaseClock clock = DatabaseClock.following(base, base);

  @Test
  void followsItsBase() {
    base.advance(Duration.ofSeconds(5));

    assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
    assertThat(clock.isFrozen()).isFalse();
  }

  @Test
  void runsOnAfterItWasAdvanced() {
    clock.advance(Duration.ofDays(1));
    base.advance(Duration.ofSeconds(5));

    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofDays(1)).plusSeconds(5));
  }

  @Test
  void runsOnAfterItWasSetBack() {
    clock.set(Instant.parse("2020-02-29T12:00:00Z"));
    base.advance(Duration.ofSeconds(5));

    assertThat(clock.instant()).isEqualTo(Instant.parse("2020-02-29T12:00:05Z"));
  }

  @Test
  void standsStillWhileItIsFrozen() {
    clock.freeze();
    base.advance(Duration.ofSeconds(5));

    assertThat(clock.isFrozen()).isTrue();
    assertThat(clock.instant()).isEqualTo(START);
  }

  @Test
  void canBeAdvancedAndSetWhileItIsFrozen() {
    clock.freeze(Instant.parse("2020-02-29T12:00:00Z"));
    clock.advance(Duration.ofHours(1));
    base.advance(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(Instant.parse("2020-02-29T13:00:00Z"));

    clock.set(START);
    assertThat(clock.instant()).isEqualTo(START);
    assertThat(clock.isFrozen()).isTrue();
  }

  @Test
  void runsOnFromTheFrozenTimeAfterItIsResumed() {
    clock.freeze();
    base.advance(Duration.ofSeconds(5));
    clock.resume();
    base.advance(Duration.ofSeconds(2));

    assertThat(clock.instant()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void cannotBeAdvancedByANegativeDuration() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the clock cannot be advanced by PT-1S");
  }

  @Test
  void aCopyIsIndependent() {
    clock.freeze();
    DatabaseClock copy = clock.copy();
    copy.advance(Duration.ofDays(1));

    assertThat(clock.instant()).isEqualTo(START);
    assertThat(copy.instant()).isEqualTo(START.plus(Duration.ofDays(1)));
  }

  @Test
  void changesOfTheClockRunTheBackgroundWork() {
    List<Instant> runs = new ArrayList<>();
    Registration work =
        clock.scheduler().every(Duration.ofSeconds(1), () -> runs.add(clock.instant()));
    clock.advance(Duration.ofDays(1));
    clock.set(START);
    clock.freeze(START.plusSeconds(3));
    work.close();
    clock.advance(Duration.ofDays(1));

    assertThat(runs).containsExactly(START.plus(Duration.ofDays(1)), START, START.plusSeconds(3));
  }

  @Test
  void theTimeOfTheBaseRunsTheBackgroundWorkUnlessTheClockIsFrozen() {
    List<Instant> runs = new ArrayList<>();
    Registration work =
        clock.scheduler().every(Duration.ofSeconds(1), () -> runs.add(clock.instant()));
    base.advance(Duration.ofSeconds(1));
    clock.freeze();
    base.advance(Duration.ofSeconds(1));
    clock.resume();
    base.advance(Duration.ofSeconds(1));
    work.close();
    base.advance(Duration.ofSeconds(1));

    assertThat(runs).containsExactly(START.plusSeconds(1), START.plusSeconds(2));
  }
}
