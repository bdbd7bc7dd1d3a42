package dev.monotable.cli;

import dev.monotable.cli.serve.ServeCommand;
import dev.monotable.cli.terminal.NearName;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The parsers of the command line: one for each sub-command, of which only that of the given one is
 * created. If an option is repeated, the last value is used, so that users can override the options
 * of a wrapper script.
 */
final class CommandLines {
  private static final String PROGRAM = "monotable";

  private final CommandLine parser;
  private final String[] arguments;

  /** The first argument, if it should be a command and is not one. */
  private final @Nullable String unknown;

  private CommandLines(CommandLine parser, String[] arguments, @Nullable String unknown) {
    this.parser = parser;
    this.arguments = arguments;
    this.unknown = unknown;
  }

  /** Selects the command: the one that the first argument names, and the server otherwise. */
  static CommandLines of(String[] arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    if (first.equals("help")) {
      String[] asked =
          arguments.length == 1 ? new String[] {"--help"} : new String[] {arguments[1], "--help"};
      return of(asked);
    }
    Subcommand command = Subcommand.find(first);
    if (command == null) {
      boolean option = first.isEmpty() || first.startsWith("-");
      return new CommandLines(server(), arguments, option ? null : first);
    }
    CommandLine parser = command == Subcommand.SERVE ? server() : parser(command.create());
    if (command != Subcommand.SERVE) {
      parser.setCommandName(PROGRAM + " " + command.label());
    }
    return new CommandLines(parser, Arrays.copyOfRange(arguments, 1, arguments.length), null);
  }

  /** Returns the parser. */
  CommandLine parser() {
    return parser;
  }

  /** Parses the arguments and runs the command; returns the exit code. */
  int execute() {
    if (unknown == null) {
      return parser.execute(arguments);
    }
    String near = NearName.find(unknown, Subcommand.labels());
    parser
        .getErr()
        .println(
            PROGRAM
                + ": Unknown command: '"
                + unknown
                + (near == null
                    ? "'; '" + PROGRAM + " --help' lists the commands"
                    : "'; did you mean '" + near + "'?"));
    return CommandLine.ExitCode.USAGE;
  }

  private static CommandLine server() {
    CommandLine parser = parser(new ServeCommand());
    UsageMessageSpec usage = parser.getCommandSpec().usageMessage();
    usage.customSynopsis(
        PROGRAM + " [serve] [OPTIONS]", "       " + PROGRAM + " COMMAND [OPTIONS]");
    parser.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(help));
    return parser;
  }

  /** Returns the list of the sub-commands, which loads none of them. */
  private static String list(Help help) {
    Map<String, String> commands = new LinkedHashMap<>();
    for (Subcommand command : Subcommand.values()) {
      commands.put(command.label(), command.description());
    }
    commands.put("help COMMAND", "Print the help of a command.");
    String line = System.lineSeparator();
    return line + "Commands:" + line + help.createTextTable(commands);
  }

  private static CommandLine parser(Object command) {
    CommandLine parser = new CommandLine(command);
    parser.getCommandSpec().versionProvider(CommandLines::version);
    return parser
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(CommandLines::report);
  }

  /** Prints one line about an invalid argument; returns the exit code 2. */
  private static int report(ParameterException invalid, String[] arguments) {
    CommandLine parser = invalid.getCommandLine();
    parser
        .getErr()
        .println(PROGRAM + ": " + invalid.getMessage() + hint(invalid, parser.getCommandName()));
    return CommandLine.ExitCode.USAGE;
  }

  private static String hint(ParameterException invalid, String program) {
    if (!(invalid instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String name = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    Set<String> names =
        name.startsWith("-")
            ? invalid.getCommandLine().getCommandSpec().optionsMap().keySet()
            : Set.of();
    String near = NearName.find(name, names);
    return near == null
        ? "; '" + program + " --help' lists the options"
        : "; did you mean '" + near + "'?";
  }

  /** Returns the version in the manifest of the jar. */
  private static String[] version() {
    String version = CommandLines.class.getPackage().getImplementationVersion();
    return new String[] {"Monotable " + (version == null ? "(not packaged)" : version)};
  }
}
