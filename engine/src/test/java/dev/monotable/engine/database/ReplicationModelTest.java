package dev.monotable.engine.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of writes in three Regions, with partitions, delays, clocks that differ, and
 * Regions whose process starts again: at the end, all replicas have the same items. A failure
 * prints the seed of its history.
 */
@Tag("seeds")
class ReplicationModelTest {
  private static final List<String> REGIONS = List.of(GlobalTables.HOME, "eu-west-1", "ap-east-1");
  private static final int HISTORIES = 2_000;
  private static final int STEPS = 40;

  @Test
  void allReplicasEndWithTheSameItems() {
    long first = Seed.any();
    for (int i = 0; i < HISTORIES; i++) {
      long seed = first + i;
      try (GlobalTables table = new GlobalTables().withReplicas("eu-west-1", "ap-east-1")) {
        new History(table, new Random(seed)).run();
        List<SortedSet<String>> items = new ArrayList<>();
        REGIONS.forEach(region -> items.add(table.items(region)));
        assertThat(items)
            .as("seed %s", seed)
            .containsExactlyElementsOf(Collections.nCopies(REGIONS.size(), items.get(0)));
      }
    }
  }

  /** A history of random steps, at whose end everything is delivered. */
  private static final class History {
    private final GlobalTables table;
    private final Replication replication;
    private final Random random;

    History(GlobalTables table, Random random) {
      this.table = table;
      this.replication = table.home.replication();
      this.random = random;
    }

    void run() {
      for (String region : REGIONS) {
        table.in(region).clock().set(table.time.instant().plusMillis(random.nextInt(2_000)));
      }
      for (int step = 0; step < STEPS; step++) {
        step();
      }
      replication.resume();
      replication.deliver();
    }

    private void step() {
      String region = any();
      String other = any();
      switch (random.nextInt(13)) {
        case 0 -> replication.cut(region);
        case 1 -> replication.reconnect(region);
        case 2 -> replication.delay(Duration.ofMillis(random.nextInt(3_000)));
        case 3 -> {
          if (!region.equals(other)) {
            replication.pause(region, other);
          }
        }
        case 4 -> replication.resume();
        case 5 -> table.time.advance(Duration.ofMillis(random.nextInt(1_000)));
        case 6 -> table.delete(region, key());
        case 7 -> table.items(region);
        case 8 -> restart(table.in(region));
        default -> table.put(region, key(), random.nextInt(3));
      }
    }

    /** Forgets what is not part of the data, as a process that starts again. */
    private static void restart(Region region) {
      region.restore(region.engine().snapshot());
    }

    private String any() {
      return REGIONS.get(random.nextInt(REGIONS.size()));
    }

    private String key() {
      return "K" + random.nextInt(4);
    }
  }
}
