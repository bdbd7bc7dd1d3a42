package dev.monotable.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Program;
import dev.monotable.conformance.Program.Result;
import dev.monotable.conformance.PythonInterpreter;
import dev.monotable.conformance.Server;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests exports and imports through an endpoint of S3 (moto), point-in-time recovery and
 * Contributor Insights with boto3 and its waiters; another tool reads the exports. The code is in
 * {@code src/test/python}.
 *
 * <p>If Python or a library is not available, the test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(3000)
@Execution(ExecutionMode.CONCURRENT)
class ExportsPythonTest {
  private static final Path SOURCES = Path.of("src", "test", "python");
  private static final Path DIRECTORY = Path.of("target", "python-exports");

  @Test
  void exportsAndImportsThroughTheSdkForPython() throws Exception {
    assumeFalse(Server.isForeign(), "the buckets belong to the server");
    Program python = new Program(SOURCES, DIRECTORY);
    python.requireVersion("python3", "--version");
    python.copy(List.of("requirements.txt", "exports.py"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path jar = Path.of(System.getProperty("monotable.server.jar")).toAbsolutePath();
    Result tests =
        python
            .with(
                "MONOTABLE_COMMAND",
                "[\"" + java + "\", \"-XX:TieredStopAtLevel=1\", \"-jar\", \"" + jar + "\"]")
            .run(
                900,
                PythonInterpreter.find(python, "boto3, moto.server, aws_dynamodb_io"),
                "exports.py");

    assertThat(tests.exitCode()).as(tests.output()).isZero();
    assertThat(tests.output()).contains("Ran 5 tests", "OK");
  }
}
