package dev.monotable.cli;

import dev.monotable.cli.terminal.LabelConverter;
import dev.monotable.cli.terminal.ShellCommand;
import java.util.AbstractList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The completion of command lines by a shell: the command {@code completion}. */
@Command(
    name = "completion",
    description = {
      "Prints a script by which a shell completes commands and options. To use it:",
      "",
      "  bash, zsh:  source <(monotable completion bash)",
      "  fish:       monotable completion fish | source"
    },
    sortOptions = false,
    footer = {"", "Exit codes: 0 if it is printed, 2 if an option is invalid."})
final class CompletionCommand extends ShellCommand {
  private static final String FISH = "fish";
  private static final List<String> SHELLS = List.of("bash", "zsh", FISH);

  /** Converts the name of a shell. */
  static final class ShellConverter extends LabelConverter<String> {
    ShellConverter() {
      super(SHELLS, label -> SHELLS.contains(label) ? label : null);
    }
  }

  /** The names of the shells, for the completion of this command. */
  static final class ShellNames extends AbstractList<String> {
    @Override
    public String get(int index) {
      return SHELLS.get(index);
    }

    @Override
    public int size() {
      return SHELLS.size();
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "SHELL",
      converter = ShellConverter.class,
      completionCandidates = ShellNames.class,
      description = "bash, zsh or fish.")
  private String shell = "";

  @Override
  protected int run() {
    CommandLine commands = CommandLines.all();
    out()
        .println(
            shell.equals(FISH)
                ? FishCompletion.of(commands)
                : AutoComplete.bash(commands.getCommandName(), commands).strip());
    return 0;
  }
}
