package dev.monotable.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Program;
import dev.monotable.conformance.Program.Result;
import dev.monotable.conformance.PythonInterpreter;
import dev.monotable.conformance.Server;
import dev.monotable.conformance.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests backups with boto3, its waiters and its paginators. The code is in {@code src/test/python}.
 *
 * <p>If Python or boto3 is not available, the test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(3000)
@Execution(ExecutionMode.CONCURRENT)
class BackupsPythonTest {
  private static final Path SOURCES = Path.of("src", "test", "python");
  private static final Path DIRECTORY = Path.of("target", "python");
  private static final List<String> FILES = List.of("requirements.txt", "backups.py");

  @Test
  void backupsThroughTheSdkForPython() throws Exception {
    assumeFalse(Server.isForeign(), "another endpoint may have other tables");
    Program python = new Program(SOURCES, DIRECTORY);
    python.requireVersion("python3", "--version");
    python.copy(FILES);
    String interpreter = PythonInterpreter.find(python, "boto3");
    try (ServerProcess server = ServerProcess.start()) {
      Result tests =
          python
              .with("MONOTABLE_ENDPOINT", server.endpoint().toString())
              .run(600, interpreter, "backups.py");

      assertThat(tests.exitCode()).as(tests.output()).isZero();
      assertThat(tests.output()).contains("Ran 3 tests", "OK");
    }
  }
}
