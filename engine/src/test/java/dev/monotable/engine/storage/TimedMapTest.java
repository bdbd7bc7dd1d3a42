package dev.monotable.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("seeds")
final class TimedMapTest {
  private static final long SEED = Seed.of(20260101L);
  private static final Instant NOON = Instant.parse("2026-10-10T12:00:00Z");
  private static final Duration MOMENT = Duration.ofNanos(1);

  private record Entry(int number, Instant until) implements TimedMap.Timed {}

  private static byte[] key(int number) {
    return new byte[] {(byte) (number * 37), (byte) number};
  }

  @Test
  void anEntryExpiresAtItsEnd() {
    Entry entry = new Entry(1, NOON);
    TimedMap<Entry> map = TimedMap.<Entry>empty().with(key(1), entry);

    assertThat(map.find(key(1), NOON.minus(MOMENT))).isEqualTo(entry);
    assertThat(map.find(key(1), NOON)).isNull();
    assertThat(map.isEmpty()).isFalse();
    assertThat(map.forget(NOON.minus(MOMENT), 9).isEmpty()).isFalse();
    assertThat(map.forget(NOON, 9).isEmpty()).isTrue();
  }

  @Test
  void aReplacedEntryHasItsOwnExpiry() {
    Entry later = new Entry(2, NOON.plus(MOMENT));
    TimedMap<Entry> map =
        TimedMap.<Entry>empty().with(key(1), new Entry(1, NOON)).with(key(1), later);
    map.audit();

    TimedMap<Entry> rest = map.forget(NOON, 9);
    assertThat(rest.find(key(1), NOON)).isEqualTo(later);
    assertThat(rest.forget(NOON.plus(MOMENT), 9).isEmpty()).isTrue();
  }

  @Test
  void aMissingKeyChangesNothing() {
    TimedMap<Entry> map = TimedMap.<Entry>empty().with(key(1), new Entry(1, NOON));

    assertThat(map.without(key(2))).isSameAs(map);
    assertThat(map.forget(NOON.minus(MOMENT), 9)).isSameAs(map);
    assertThat(TimedMap.empty().forget(NOON, 9).isEmpty()).isTrue();
  }

  /** Compares with a sorted map by key, for times that repeat or lie before 1970. */
  @ParameterizedTest
  @ValueSource(strings = {"2026-10-10T12:00:00Z", "1970-01-01T00:00:00Z"})
  void isWhatAModelIs(Instant start) {
    Random random = new Random(SEED);
    Comparator<byte[]> byBytes = Arrays::compareUnsigned;
    TimedMap<Entry> map = TimedMap.empty();
    NavigableMap<byte[], Entry> model = new TreeMap<>(byBytes);
    List<Runnable> earlier = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      byte[] key = key(random.nextInt(200));
      Instant time = start.plusSeconds(random.nextInt(40) - 20).plusNanos(random.nextInt(3));
      switch (random.nextInt(10)) {
        case 2 -> {
          int max = random.nextInt(200);
          forget(model, Instant.MAX, Math.max(0, model.size() - max));
          map = map.limited(max);
        }
        case 0 -> {
          map = map.without(key);
          model.remove(key);
        }
        case 1 -> {
          int most = random.nextInt(5);
          int before = model.size();
          forget(model, time, most);
          map = map.forget(time, most);
          assertThat(before - model.size()).as(at(step)).isLessThanOrEqualTo(most);
        }
        default -> {
          Entry entry = new Entry(step, time);
          map = map.with(key, entry);
          model.put(key, entry);
        }
      }
      Entry expected = model.get(key);
      boolean past = expected == null || !expected.until().isAfter(time);
      assertThat(map.find(key, time)).as(at(step)).isEqualTo(past ? null : expected);
      assertThat(map.size()).as(at(step)).isEqualTo(model.size());
      assertThat(map.hasExpired(time))
          .as(at(step))
          .isEqualTo(model.values().stream().anyMatch(entry -> !entry.until().isAfter(time)));
      if (step % 500 == 0) {
        map.audit();
        TimedMap<Entry> version = map;
        Map<byte[], Entry> content = new TreeMap<>(model);
        earlier.add(() -> assertSame(version, content));
      }
    }
    assertSame(map, model);
    earlier.forEach(Runnable::run);
  }

  /** Removes the oldest entries first; those with the same time in the order of their keys. */
  private static void forget(NavigableMap<byte[], Entry> model, Instant now, int most) {
    List<Map.Entry<byte[], Entry>> past = new ArrayList<>();
    for (Map.Entry<byte[], Entry> entry : model.entrySet()) {
      if (!entry.getValue().until().isAfter(now)) {
        past.add(Map.entry(entry.getKey(), entry.getValue()));
      }
    }
    past.sort(Comparator.comparing(entry -> entry.getValue().until()));
    past.stream().limit(most).forEach(entry -> model.remove(entry.getKey()));
  }

  private static void assertSame(TimedMap<Entry> map, Map<byte[], Entry> model) {
    map.audit();
    assertThat(map.isEmpty()).isEqualTo(model.isEmpty());
    for (int number = 0; number < 200; number++) {
      assertThat(map.find(key(number), Instant.MIN))
          .as(() -> "seed " + SEED)
          .isEqualTo(model.get(key(number)));
    }
  }

  private static String at(int step) {
    return "seed " + SEED + ", step " + step;
  }
}
