package dev.monotable.torture.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Crowd;
import dev.monotable.torture.Part;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import dev.monotable.torture.Vitals;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lets clients behave badly, then compares what the server holds with what it held after the first
 * round, which fills its pools and caches.
 */
@Tag("slow")
class SoakTest {
  private static final int SHARE = 2;
  private static final int CLIENTS = 8;
  private static final int CONNECTIONS = 25;
  private static final int WAITING_CONNECTIONS = 200;

  /** Only ends a test that fails: what is left may take a moment to go. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Buffers of event loops, whose sizes depend on what each has answered. */
  private static final long HEAP_TOLERANCE = 8L << 20;

  /**
   * The memory outside the heap, which has its pages from the start: Netty's arenas of 4 MB for
   * each event loop, those of the C library, compiled code.
   */
  private static final long RESIDENT_TOLERANCE = 64L << 20;

  private static final long FILES_TOLERANCE = 2;
  private static final long THREADS_TOLERANCE = 2;

  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms320m",
          "-Xmx320m",
          "-XX:+AlwaysPreTouch",
          "-XX:+UseSerialGC",
          "-XX:-UseDynamicNumberOfCompilerThreads");

  @BeforeAll
  static void needsLinux() {
    assumeTrue(Vitals.isAvailable());
  }

  /** The server's timers do not fire: what a connection holds must go when it closes. */
  @Test
  void closedConnectionsLeaveNothingBehind() throws Exception {
    try (ServerUnderTest server = start("100000")) {
      try (Connection connection = server.connect()) {
        SoakTable.create(connection);
      }
      run(
          Part.begin("soak", SHARE),
          server,
          round ->
              Crowd.run(
                  CLIENTS,
                  number -> {
                    Random random = round.random(number);
                    SoakClient client = new SoakClient(server, random);
                    Behavior[] behaviors = Behavior.values();
                    for (int i = 0; i < CONNECTIONS; i++) {
                      client.run(behaviors[random.nextInt(behaviors.length)]);
                    }
                    return number;
                  }));
    }
  }

  /** The server closes connections that are silent, or that do not send the rest of a request. */
  @Test
  void connectionsThatTheServerClosesLeaveNothingBehind() throws Exception {
    try (ServerUnderTest server = start("1")) {
      run(
          Part.begin("soak with timeouts", SHARE),
          server,
          round ->
              Crowd.run(
                  WAITING_CONNECTIONS,
                  number -> {
                    new SoakClient(server, round.random(number)).waitForEnd();
                    return number;
                  }));
    }
  }

  private static ServerUnderTest start(String timeoutSeconds) throws IOException {
    return ServerUnderTest.start(
        JVM_OPTIONS, "--idle-timeout", timeoutSeconds, "--request-timeout", timeoutSeconds);
  }

  private static void run(Part part, ServerUnderTest server, Part.Action load) throws Exception {
    load.run(new Round(1));
    Vitals before = quiet(server, Vitals.of(server));
    part.rounds(load);
    Vitals after = quiet(server, before);
    part.print("before: " + before);
    part.print("after:  " + after);
    assertThat(server.errors()).isEmpty();
    assertThat(leftOver(before, after)).isEmpty();
  }

  /** Measures until nothing is left over, or patience ends. Each measurement takes a while. */
  private static Vitals quiet(ServerUnderTest server, Vitals before) throws IOException {
    long start = System.nanoTime();
    while (true) {
      Vitals now = Vitals.of(server);
      if (leftOver(before, now).isEmpty() || System.nanoTime() - start > PATIENCE_NANOS) {
        return now;
      }
    }
  }

  /** Returns what a server holds that it did not hold before. */
  private static String leftOver(Vitals before, Vitals now) {
    StringJoiner left = new StringJoiner(", ");
    add(left, "bytes of heap", before.heap(), now.heap(), HEAP_TOLERANCE);
    add(left, "bytes resident", before.resident(), now.resident(), RESIDENT_TOLERANCE);
    add(left, "files", before.files(), now.files(), FILES_TOLERANCE);
    add(left, "threads", before.threads(), now.threads(), THREADS_TOLERANCE);
    add(left, "connections", 0, now.instances("dev.monotable.http.ConnectionHandler"), 0);
    return left.toString();
  }

  private static void add(StringJoiner left, String what, long before, long now, long tolerance) {
    if (now > before + tolerance) {
      left.add("%,d %s instead of %,d".formatted(now, what, before));
    }
  }
}
