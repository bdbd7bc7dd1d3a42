package dev.monotable.torture.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.monotable.torture.Connection;
import dev.monotable.torture.ServerUnderTest;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server whose files cannot grow beyond a limit (RLIMIT_FSIZE), as on a full disk: writes fail,
 * reads succeed, and when there is space again, writes do, too.
 */
@Tag("slow")
class FullDiskTest {
  private static final int LIMIT = 60_000;
  private static final int REJECTED = 20;

  @TempDir private Path directory;

  @Test
  void writesFailUntilThereIsSpaceAgain() throws Exception {
    assumeTrue(new File("/usr/bin/prlimit").canExecute(), "needs prlimit");
    AtomicLong count = new AtomicLong();
    CrashWriter writer = new CrashWriter(0, new Random(20261122), count);
    String[] arguments = {"--data", directory.resolve("data").toString(), "--sync", "always"};
    StreamFollower follower;
    try (ServerUnderTest server = ServerUnderTest.start(List.of("-Xmx256m"), arguments);
        Connection connection = server.connect()) {
      follower = new StreamFollower(connection, CrashTable.create(connection));
      writer.connect(connection);
      follower.connect(connection);
      limit(server, Integer.toString(LIMIT));
      long written = 0;
      while (writer.rejected() < REJECTED) {
        written += writer.write() ? 1 : 0;
      }
      assertThat(written).isPositive();
      writer.requirePossible(CrashTable.versions(CrashTable.items(connection)));
      assertThat(follower.readToEnd()).isEqualTo(CrashTable.items(connection));
      limit(server, "unlimited");
      for (int i = 0; i < 50; i++) {
        assertThat(writer.write()).isTrue();
      }
      writer.requirePossible(CrashTable.versions(CrashTable.items(connection)));
      server.kill();
    }
    try (ServerUnderTest server = ServerUnderTest.start(List.of("-Xmx256m"), arguments);
        Connection connection = server.connect()) {
      assertThat(server.errors()).noneMatch(line -> line.startsWith("monotable: "));
      writer.requirePossible(CrashTable.versions(CrashTable.items(connection)));
      follower.connect(connection);
      assertThat(follower.readToEnd()).isEqualTo(CrashTable.items(connection));
    }
  }

  /** Sets the soft limit of the size of the files that the server writes. */
  private static void limit(ServerUnderTest server, String bytes) throws Exception {
    Process process =
        new ProcessBuilder(
                "/usr/bin/prlimit", "--pid", Long.toString(server.pid()), "--fsize=" + bytes + ":")
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }
}
