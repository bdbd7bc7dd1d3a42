package dev.monotable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests the scripts by which shells complete command lines. */
@Timeout(600)
class CompletionTest {
  @TempDir private Path directory;

  @Test
  @Tag("slow")
  void bashCompletesCommandsAndOptions() throws Exception {
    Path script = Files.writeString(directory.resolve("completion"), script("bash"));
    assertThat(completed(script, "dat")).isEqualTo("database");
    assertThat(completed(script, "--sche")).isEqualTo("--schema");
    assertThat(completed(script, "database", "cr")).isEqualTo("create");
    assertThat(completed(script, "database", "create", "--see")).isEqualTo("--seed");
    assertThat(completed(script, "completion", "")).isEqualTo("bash zsh fish");
  }

  /** Returns what bash completes the last word of a command line to, as its own completion does. */
  private static String completed(Path script, String... words) throws Exception {
    String text =
        "source '%s'; COMP_WORDS=(monotable \"$@\"); COMP_CWORD=$#; _complete_monotable 2>/dev/null;"
                .formatted(script)
            + " echo \"${COMPREPLY[*]}\"";
    ProcessBuilder bash = new ProcessBuilder("bash", "-c", text, "bash");
    bash.command().addAll(List.of(words));
    Process process = bash.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output.strip();
  }

  @Test
  void zshGetsTheScriptOfBash() {
    assertThat(script("zsh")).isEqualTo(script("bash")).contains("bashcompinit");
  }

  @Test
  void fishKnowsEachCommandAndOption() {
    String script = script("fish");
    assertThat(script)
        .contains(
            "complete -c monotable -n \"not __fish_seen_subcommand_from $monotable_commands\""
                + " -s p -l port -x -d 'Port to listen on; 0 picks a free port.'")
        .contains(
            "complete -c monotable -n \"__fish_seen_subcommand_from completion\" -f -a 'bash zsh fish'");
    check(CommandLines.all(), script);
  }

  private static void check(CommandLine command, String script) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      assertThat(script).contains(" -l " + option.longestName().substring(2) + " ");
    }
    command
        .getSubcommands()
        .forEach(
            (name, nested) -> {
              assertThat(script).contains(" -f -a " + name + " -d '");
              check(nested, script);
            });
  }

  private static String script(String shell) {
    StringWriter out = new StringWriter();
    CommandLines commands = CommandLines.of(new String[] {"completion", shell}, Map.of());
    commands.parser().setOut(new PrintWriter(out, true));
    assertThat(commands.execute()).isZero();
    return out.toString();
  }
}
