package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.stream.http.HttpFunction;
import dev.monotable.testing.TestServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A function whose name resolves to another address later, in a process with names of its own. */
@Timeout(600)
class ReboundNameTest {
  /** Invokes a function before and after its name is bound to another address. */
  static final class Invocations {
    private Invocations() {}

    public static void main(String[] args) throws Exception {
      Path hosts = Path.of(args[0]);
      HttpFunction function = HttpFunction.at(URI.create(args[1]));
      for (String names :
          new String[] {
            "127.0.0.1 function.test\n",
            "192.0.2.1 function.test\n",
            "127.0.0.1 function.test\n192.0.2.1 function.test\n",
            "127.0.0.1 other.test\n"
          }) {
        Files.writeString(hosts, names);
        try {
          System.out.println(function.handle("{}"));
        } catch (java.io.IOException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }

  @Test
  void aNameIsCheckedBeforeEachInvocation(@TempDir Path directory) throws Exception {
    Path hosts = Files.writeString(directory.resolve("hosts"), "");
    Path output = directory.resolve("output");
    Path security =
        Files.writeString(
            directory.resolve("security"),
            "networkaddress.cache.ttl=0\nnetworkaddress.cache.negative.ttl=0\n");
    try (TestServer server = TestServer.returning(200, "{\"a\":1}")) {
      String url = "http://function.test:" + server.port() + "/f";
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Djdk.net.hosts.file=" + hosts,
                  "-Djava.security.properties=" + security,
                  "-cp",
                  System.getProperty("java.class.path"),
                  Invocations.class.getName(),
                  hosts.toString(),
                  url)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      } finally {
        process.destroyForcibly();
      }

      assertThat(Files.readString(output))
          .isEqualTo(
              "{\"a\":1}\n"
                  + (url + " does not lead to this machine, but to 192.0.2.1\n").repeat(2)
                  + "the host of "
                  + url
                  + " is unknown\n");
      assertThat(server.bodies).containsExactly("{}");
    }
  }
}
