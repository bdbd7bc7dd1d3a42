package dev.monotable.conformance.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Program;
import dev.monotable.conformance.Program.Result;
import dev.monotable.conformance.Server;
import dev.monotable.conformance.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests repeated requests with the AWS SDK for Go v2, which writes maps in a random order, and that
 * its endpoint discovery stays with the server. The code is in {@code src/test/go}.
 *
 * <p>If Go or its modules are not available, the test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(3000)
@Execution(ExecutionMode.CONCURRENT)
class RepeatedRequestGoTest {
  private static final Path SOURCES = Path.of("src", "test", "go");
  private static final Path DIRECTORY = Path.of("target", "go");
  private static final List<String> FILES = List.of("go.mod", "go.sum", "repeated_test.go");
  private static final Pattern VERSION = Pattern.compile("go1\\.(\\d+).*");

  /** The oldest version that the SDK supports. */
  private static final int OLDEST_MINOR_VERSION = 24;

  @Test
  void repeatedRequestsThroughTheSdkForGo() throws Exception {
    assumeFalse(Server.isForeign(), "another endpoint may have other credentials and addresses");
    try (ServerProcess server = ServerProcess.start()) {
      run(server);
    }
  }

  private static void run(ServerProcess server) throws Exception {
    Program go =
        new Program(SOURCES, DIRECTORY)
            .with("MONOTABLE_ENDPOINT", server.endpoint().toString())
            // Uses the installed version and the versions in go.mod and go.sum.
            .with("GOTOOLCHAIN", "local")
            .with("GOFLAGS", "-mod=readonly")
            .with("GOWORK", "off");
    requireGo(go);
    go.copy(FILES);
    downloadModules(go);

    Result tests = go.run(1800, "go", "test", "-count=1", "-v", "./...");

    assertThat(tests.exitCode()).as(tests.output()).isZero();
    assertThat(tests.output())
        .contains(
            "--- PASS: TestTransactWriteItemsIsDoneOnce ",
            "--- PASS: TestTransactWriteItemsWithAnotherListIsAMismatch ",
            "--- PASS: TestExecuteTransactionIsDoneOnce ",
            "--- PASS: TestPagesOfExecuteStatementAreComplete ",
            "--- PASS: TestEndpointDiscoveryStaysWithTheServer ");
  }

  private static void requireGo(Program go) throws Exception {
    String version = go.requireVersion("go", "env", "GOVERSION");
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < OLDEST_MINOR_VERSION) {
      Program.skip("Go is older than 1." + OLDEST_MINOR_VERSION + ": " + version);
    }
  }

  /** Downloads the modules of go.sum into Go's own cache, if they are not there yet. */
  private static void downloadModules(Program go) throws Exception {
    Result download = go.run(960, "go", "mod", "download");
    if (download.exitCode() != 0) {
      Program.skip("Go could not download the AWS SDK for Go:\n" + download.output());
    }
  }
}
