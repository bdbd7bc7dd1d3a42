package dev.monotable.conformance.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.monotable.conformance.Server;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests the second design with the AWS SDK for JavaScript v3. The endpoint is set only in the
 * environment. The code is in {@code src/test/node}.
 *
 * <p>If Node or its packages are not available, the test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(1200)
@ExtendWith(Server.Resolver.class)
@ResourceLock("monotable.server")
class ProductTagNodeTest {
  private static final Path SOURCES = Path.of("src", "test", "node");
  private static final Path DIRECTORY = Path.of("target", "node");
  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "product-tag.test.js");

  @Test
  void productsAndTagsThroughTheSdkForJavascript(Server server) throws Exception {
    requireNode();
    installPackages();

    Result tests =
        run(
            Map.of(
                "AWS_ENDPOINT_URL_DYNAMODB", server.endpoint().toString(),
                "AWS_ACCESS_KEY_ID", "test",
                "AWS_SECRET_ACCESS_KEY", "test"),
            120,
            "node",
            "--test",
            "--test-reporter=tap");

    assertThat(tests.output()).contains("\n# tests 5\n", "\n# pass 5\n", "\n# fail 0\n");
    assertThat(tests.exitCode()).as(tests.output()).isZero();
  }

  private static void requireNode() throws Exception {
    Result version;
    try {
      Files.createDirectories(DIRECTORY);
      version = run(Map.of(), 240, "node", "--version");
    } catch (IOException e) {
      skip("Node is not installed: " + e.getMessage());
      return;
    }
    int major = Integer.parseInt(version.output().strip().replaceAll("^v(\\d+)\\..*$", "$1"));
    if (major < 20) {
      skip("Node is older than 20: " + version.output().strip());
    }
  }

  /** Installs the packages of the lock file, once for each version of that file. */
  private static void installPackages() throws Exception {
    Path lock = DIRECTORY.resolve("package-lock.json");
    boolean installed =
        Files.isDirectory(DIRECTORY.resolve("node_modules"))
            && Files.exists(lock)
            && Files.mismatch(lock, SOURCES.resolve("package-lock.json")) < 0;
    for (String file : FILES) {
      Files.copy(
          SOURCES.resolve(file), DIRECTORY.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (installed) {
      return;
    }
    Result install = run(Map.of(), 960, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
    if (install.exitCode() != 0) {
      Files.delete(lock);
      skip("npm could not install the AWS SDK for JavaScript:\n" + install.output());
    }
  }

  private static void skip(String reason) {
    if ("true".equals(System.getenv("CI"))) {
      fail(reason);
    }
    abort(reason);
  }

  private record Result(int exitCode, String output) {}

  private static Result run(Map<String, String> environment, int seconds, String... command)
      throws Exception {
    File log = Files.createTempFile(DIRECTORY, "run", ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(DIRECTORY.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log);
    // The test sets all AWS variables, independent of the machine.
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      String output = Files.readString(log.toPath(), StandardCharsets.UTF_8);
      assertThat(ended).as(() -> String.join(" ", command) + " did not end:\n" + output).isTrue();
      return new Result(process.exitValue(), output);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.delete(log.toPath());
    }
  }
}
