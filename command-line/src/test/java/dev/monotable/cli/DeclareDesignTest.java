package dev.monotable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.serve.ServerProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the command that declares a design, with a server. */
@Tag("slow")
@Timeout(600)
class DeclareDesignTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theReportIsAboutTheDeclaredDesign(@TempDir Path directory) throws Exception {
    Path design =
        Files.writeString(
            directory.resolve("design.yaml"),
            """
            design: Shop
            tables:
              Things:
                partitionKey: PK
            patterns:
              read a thing:
                operation: GetItem
                key: PK = {id}
            """);
    ServerProcess server = ServerProcess.start("--port", "0");
    try {
      Map<String, String> environment = Map.of("MONOTABLE_ENDPOINT", server.endpoint().toString());

      assertThat(execute(environment, "design", "declare", design.toString())).isZero();
      assertThat(lines(out)).isEqualTo("Shop\n");
      assertThat(execute(environment, "report")).isZero();
      assertThat(lines(out)).startsWith("Shop\n").contains("read a thing");
      assertThat(execute(environment, "design", "declare", "--remove")).isZero();
      assertThat(execute(environment, "report")).isZero();
      assertThat(lines(out)).doesNotContain("Shop");

      Files.writeString(design, "design: [");
      assertThat(execute(environment, "design", "declare", design.toString())).isEqualTo(2);
      assertThat(lines(err))
          .startsWith("monotable: " + server.endpoint() + ": InvalidFile: design.yaml:1:");
      assertThat(execute(environment, "design", "declare")).isEqualTo(2);
      assertThat(lines(err)).isEqualTo("monotable: Give either a design file or --remove\n");
    } finally {
      server.end();
    }
  }

  private int execute(Map<String, String> environment, String... line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLines commands = CommandLines.of(line, environment);
    commands
        .parser()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return commands.execute();
  }

  private static String lines(StringWriter text) {
    return text.toString().replace("\r\n", "\n");
  }
}
