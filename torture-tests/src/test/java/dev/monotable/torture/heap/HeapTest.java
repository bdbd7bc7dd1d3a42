package dev.monotable.torture.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Part;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import dev.monotable.torture.Vitals;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fills servers with small heaps in one way after the other, and empties each in a random way. */
@Tag("slow")
class HeapTest {
  /** Below this time, only the smallest heap is filled, because others take long. */
  private static final long SECONDS_FOR_ALL = 20;

  /** Enough to fill the largest heap with the smallest items. */
  private static final int MOST_REQUESTS_PER_MEGABYTE = 600;

  /** Requests that leave something for each, such as a token, for each megabyte of the heap. */
  private static final int BOUNDED_REQUESTS_PER_MEGABYTE = 40;

  /** Items that are deleted one by one. */
  private static final int MOST_SINGLE_DELETIONS = 3_000;

  /**
   * State that may stay without a table: stream records of deleted tables have a share of an eighth
   * of the heap, tokens one of a thirty-second.
   */
  private static final double SHARES = 1.0 / 8 + 1.0 / 32;

  /** Expressions and statements that are kept, and buffers. */
  private static final long TOLERANCE = 10L << 20;

  /** Only ends a test that fails. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @BeforeAll
  static void needsLinux() {
    assumeTrue(Vitals.isAvailable());
  }

  static List<Integer> megabytes() {
    return Part.seconds() < SECONDS_FOR_ALL ? List.of(64) : List.of(64, 128, 256);
  }

  @ParameterizedTest
  @MethodSource("megabytes")
  void aFullHeapIsEmptiedAgain(int megabytes) throws Exception {
    Part part = Part.begin("heap of " + megabytes + " MB", megabytes().size());
    try (ServerUnderTest server =
            ServerUnderTest.start(List.of("-Xmx" + megabytes + "m", "-XX:+UseSerialGC"));
        Connection connection = server.connect()) {
      HeapClient client = new HeapClient(connection);
      FullTable.requireRoom(client);
      long before = Vitals.of(server).heap();
      part.rounds(round -> run(part, server, client, round, megabytes, before));
    }
  }

  private static void run(
      Part part, ServerUnderTest server, HeapClient client, Round round, int megabytes, long before)
      throws Exception {
    Filling filling = Filling.values()[(int) (round.seed() % Filling.values().length)];
    String what = filling.name();
    if (filling.byItems()) {
      Emptying[] ways = Emptying.values();
      Emptying emptying = ways[round.random(0).nextInt(ways.length)];
      FullTable table = new FullTable(client, filling, emptying);
      table.fill(megabytes * MOST_REQUESTS_PER_MEGABYTE);
      table.read();
      if (emptying.itemsPerRequest() == 1 && table.items() > MOST_SINGLE_DELETIONS) {
        emptying = Emptying.BATCH_OF_STATEMENTS;
      }
      table.empty(emptying);
      what += " of " + table.items() + " items, " + emptying;
    } else {
      new BoundedFillings(part, server, client)
          .fill(filling, megabytes * BOUNDED_REQUESTS_PER_MEGABYTE);
      client.deleteTables();
    }
    FullTable.requireRoom(client);
    long most = before + (long) (SHARES * megabytes * (1 << 20)) + TOLERANCE;
    Vitals after = emptied(server, most);
    part.print(what + ": " + after);
    assertThat(after.heap())
        .as("the heap after %s; %s", what, largest(after))
        .isLessThanOrEqualTo(most);
    assertThat(server.isAlive()).isTrue();
    assertThat(server.errors().stream().filter(line -> line.startsWith("\tat "))).isEmpty();
  }

  /** Measures until the heap is small enough, or patience ends. */
  private static Vitals emptied(ServerUnderTest server, long most) throws IOException {
    long start = System.nanoTime();
    while (true) {
      Vitals now = Vitals.of(server);
      if (now.heap() <= most || System.nanoTime() - start > PATIENCE_NANOS) {
        return now;
      }
    }
  }

  /** Returns the classes with the most objects. */
  private static List<String> largest(Vitals vitals) {
    return vitals.instances().entrySet().stream()
        .sorted((one, two) -> Long.compare(two.getValue(), one.getValue()))
        .limit(8)
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .toList();
  }
}
