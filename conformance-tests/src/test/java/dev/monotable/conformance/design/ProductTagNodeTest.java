package dev.monotable.conformance.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Program;
import dev.monotable.conformance.Program.Result;
import dev.monotable.conformance.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests the second design with the AWS SDK for JavaScript v3. The endpoint is set only in the
 * environment. The code is in {@code src/test/node}.
 *
 * <p>If Node or its packages are not available, the test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(1200)
@ResourceLock("monotable.server")
class ProductTagNodeTest {
  private static final Path SOURCES = Path.of("src", "test", "node");
  private static final Path DIRECTORY = Path.of("target", "node");
  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "product-tag.test.js");

  @Test
  void productsAndTagsThroughTheSdkForJavascript() throws Exception {
    Server server = Server.ofThisJvm();
    Program node =
        new Program(SOURCES, DIRECTORY)
            .with("AWS_ENDPOINT_URL_DYNAMODB", server.endpoint().toString())
            .with("AWS_ACCESS_KEY_ID", "test")
            .with("AWS_SECRET_ACCESS_KEY", "test");
    requireNode(node);
    installPackages(node);

    Result tests = node.run(120, "node", "--test", "--test-reporter=tap");

    assertThat(tests.output()).contains("\n# tests 5\n", "\n# pass 5\n", "\n# fail 0\n");
    assertThat(tests.exitCode()).as(tests.output()).isZero();
  }

  private static void requireNode(Program node) throws Exception {
    String version = node.requireVersion("node", "--version");
    if (Integer.parseInt(version.replaceAll("^v(\\d+)\\..*$", "$1")) < 20) {
      Program.skip("Node is older than 20: " + version);
    }
  }

  /** Installs the packages of the lock file, once for each version of that file. */
  private static void installPackages(Program node) throws Exception {
    Path lock = DIRECTORY.resolve("package-lock.json");
    boolean installed =
        Files.isDirectory(DIRECTORY.resolve("node_modules"))
            && Files.exists(lock)
            && Files.mismatch(lock, SOURCES.resolve("package-lock.json")) < 0;
    node.copy(FILES);
    if (installed) {
      return;
    }
    Result install = node.run(960, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
    if (install.exitCode() != 0) {
      Files.delete(lock);
      Program.skip("npm could not install the AWS SDK for JavaScript:\n" + install.output());
    }
  }
}
