package dev.monotable.cli;

import dev.monotable.cli.option.InvalidOptionException;
import dev.monotable.cli.option.LocalArguments;
import dev.monotable.cli.option.OptionSources;
import dev.monotable.cli.serve.ServeCommand;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.NearName;
import dev.monotable.cli.terminal.PathConverter;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
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

  /** The argument of {@code --help} that also lists the options that it leaves out. */
  private static final String ALL = "all";

  private static final int COMMAND_WIDTH = 20;

  private final Supplier<CommandLine> parsers;
  private final CommandLine parser;
  private final String[] arguments;
  private final Map<String, String> environment;

  /** The first argument, if it should be a command and is not one. */
  private final @Nullable String unknown;

  private CommandLines(
      Supplier<CommandLine> parsers,
      String[] arguments,
      Map<String, String> environment,
      @Nullable String unknown) {
    this.parsers = parsers;
    this.parser = parsers.get();
    this.arguments = arguments;
    this.environment = environment;
    this.unknown = unknown;
  }

  /** Selects the command: the one that the first argument names, and the server otherwise. */
  static CommandLines of(String[] arguments, Map<String, String> environment) {
    String first = arguments.length == 0 ? "" : arguments[0];
    if (first.equals("help")) {
      List<String> asked = new ArrayList<>(List.of(after(arguments, 1)));
      asked.add(asked.equals(List.of(ALL)) ? 0 : asked.size(), "--help");
      return of(asked.toArray(String[]::new), Map.of());
    }
    if (asksForAll(arguments)) {
      return of(Arrays.copyOf(arguments, arguments.length - 1), environment, true);
    }
    return of(arguments, environment, false);
  }

  /** Returns whether a command line ends with {@code --help all}. */
  private static boolean asksForAll(String[] arguments) {
    int last = arguments.length - 1;
    return last > 0
        && arguments[last].equals(ALL)
        && (arguments[last - 1].equals("--help") || arguments[last - 1].equals("-h"));
  }

  private static CommandLines of(
      String[] arguments, Map<String, String> environment, boolean allOptions) {
    String first = arguments.length == 0 ? "" : arguments[0];
    Subcommand command = Subcommand.find(first);
    if (command == null || command == Subcommand.SERVE) {
      boolean named = command == null && !first.isEmpty() && !first.startsWith("-");
      return new CommandLines(
          () -> server(allOptions),
          command == null ? arguments : after(arguments, 1),
          environment,
          named ? first : null);
    }
    String second = arguments.length == 1 ? "" : arguments[1];
    if (nested(command, second) == null) {
      return new CommandLines(() -> parser(command), after(arguments, 1), environment, null);
    }
    // A parser of its own, because options of the environment belong to the nested command.
    Supplier<CommandLine> parsers =
        () ->
            parser(Objects.requireNonNull(nested(command, second)))
                .setCommandName(PROGRAM + " " + command.label() + " " + second);
    return new CommandLines(parsers, after(arguments, 2), environment, null);
  }

  /** Returns a command of a command, or null. */
  private static @Nullable ShellCommand nested(Subcommand command, String name) {
    if (name.isEmpty() || name.startsWith("-")) {
      return null; // without the parser, which takes longest
    }
    CommandLine nested = parser(command).getSubcommands().get(name);
    return nested == null ? null : nested.getCommand();
  }

  private static String[] after(String[] arguments, int count) {
    return Arrays.copyOfRange(arguments, count, arguments.length);
  }

  /** Returns the parser. */
  CommandLine parser() {
    return parser;
  }

  /** Parses the arguments and runs the command; returns the exit code. */
  int execute() {
    if (unknown != null) {
      String near = NearName.find(unknown, Subcommand.labels());
      return reject(
          "Unknown command: '"
              + unknown
              + (near == null
                  ? "'; '" + PROGRAM + " --help' lists the commands"
                  : "'; did you mean '" + near + "'?"));
    }
    String[] complete;
    try {
      complete =
          LocalArguments.areUsed(arguments) ? LocalArguments.translate(arguments) : arguments;
      if (hasOtherSources(complete)) {
        complete = new OptionSources(parsers, environment).complete(complete);
      }
    } catch (InvalidOptionException e) {
      return reject(String.valueOf(e.getMessage()));
    }
    return parser.execute(complete);
  }

  /** Returns whether options may come from the environment or from a file. */
  private boolean hasOtherSources(String[] complete) {
    for (String name : environment.keySet()) {
      if (name.startsWith(OptionSources.PREFIX)) {
        return true;
      }
    }
    for (String argument : complete) {
      if (argument.startsWith("--config")) {
        return true;
      }
    }
    return false;
  }

  private int reject(String message) {
    parser.getErr().println(PROGRAM + ": " + OneLine.message(message));
    return parser.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Returns a parser that knows the options of all commands, of which a run needs one. */
  static CommandLine all() {
    CommandLine parser = server(true);
    for (Subcommand command : Subcommand.values()) {
      parser.addSubcommand(command.label(), parser(command));
    }
    return parser;
  }

  private static CommandLine server(boolean allOptions) {
    CommandLine parser = parser(new ServeCommand());
    UsageMessageSpec usage = parser.getCommandSpec().usageMessage();
    usage.customSynopsis(
        PROGRAM + " [serve] [OPTIONS]", "       " + PROGRAM + " COMMAND [OPTIONS]");
    Map<String, IHelpSectionRenderer> sections = parser.getHelpSectionMap();
    sections.put(
        UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> OptionSections.text(help, allOptions));
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandLines::list);
    return parser;
  }

  /** Returns the list of the sub-commands, which loads none of them. */
  private static String list(Help help) {
    StringBuilder text = new StringBuilder();
    for (String heading : Subcommand.HEADINGS) {
      Map<String, String> commands = new LinkedHashMap<>();
      for (Subcommand command : Subcommand.values()) {
        // The same width in each group.
        String label = command.label();
        if (command.heading().equals(heading)) {
          commands.put(label + " ".repeat(COMMAND_WIDTH - label.length()), command.description());
        }
      }
      String line = System.lineSeparator();
      text.append(line).append(heading).append(':').append(line);
      text.append(help.createTextTable(commands));
    }
    return text.toString();
  }

  private static CommandLine parser(Subcommand command) {
    return parser(command.create()).setCommandName(PROGRAM + " " + command.label());
  }

  private static CommandLine parser(Callable<Integer> command) {
    CommandLine parser = new CommandLine(command);
    CommandSpec spec = parser.getCommandSpec();
    spec.versionProvider(CommandLines::version);
    if (spec.exitCodeOnInvalidInput() == ExitCode.INVALID) {
      spec.exitCodeOnExecutionException(ExitCode.UNREACHABLE); // of an error of our own
    }
    return parser
        .registerConverter(Path.class, new PathConverter())
        .setOverwrittenOptionsAllowed(true)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(CommandLines::report);
  }

  /** Prints one line about an invalid argument; returns the exit code. */
  private static int report(ParameterException invalid, String[] arguments) {
    CommandLine parser = invalid.getCommandLine();
    parser
        .getErr()
        .println(
            PROGRAM
                + ": "
                + OneLine.message(String.valueOf(invalid.getMessage()))
                + hint(invalid, parser.getCommandName()));
    return parser.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static String hint(ParameterException invalid, String program) {
    if (!(invalid instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String name = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    Set<String> names =
        name.startsWith("-")
            ? invalid.getCommandLine().getCommandSpec().optionsMap().keySet()
            : invalid.getCommandLine().getSubcommands().keySet();
    String near = NearName.find(name, names);
    return near == null
        ? "; '" + program + " --help' lists the options"
        : "; did you mean '" + near + "'?";
  }

  /** Returns the version in the manifest of the jar. */
  static String[] version() {
    String version = CommandLines.class.getPackage().getImplementationVersion();
    return new String[] {"Monotable " + (version == null ? "(not packaged)" : version)};
  }
}
