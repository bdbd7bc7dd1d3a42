package dev.monotable.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A script for the shell fish, which picocli does not generate. */
final class FishCompletion {
  private final List<String> lines = new ArrayList<>();
  private final String program;

  private FishCompletion(String program) {
    this.program = program;
  }

  /** Returns the script for the commands and options of a parser. */
  static String of(CommandLine parser) {
    FishCompletion script = new FishCompletion(parser.getCommandName());
    script.add(parser, "");
    return String.join(System.lineSeparator(), script.lines);
  }

  /**
   * Adds the commands and options of a command.
   *
   * @param path the condition that the command is given; empty for the first one
   */
  private void add(CommandLine command, String path) {
    Map<String, CommandLine> nested = command.getSubcommands();
    String here = path;
    if (!nested.isEmpty()) {
      String names = command.getCommandName().replaceAll("[ -]", "_") + "_commands";
      lines.add("set -l " + names + " " + String.join(" ", nested.keySet()));
      here = and(path, "not " + seen("$" + names));
    }
    String line = "complete -c " + program + (here.isEmpty() ? "" : " -n \"" + here + "\"");
    nested.forEach(
        (name, child) ->
            lines.add(line + " -f -a " + name + quoted(child.getCommandSpec().usageMessage())));
    for (OptionSpec option : command.getCommandSpec().options()) {
      StringBuilder names = new StringBuilder();
      for (String name : option.names()) {
        names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1));
      }
      String value = option.arity().max() == 0 ? "" : takesFiles(option) ? " -r -F" : " -x";
      lines.add(line + names + value + quoted(option.description()));
    }
    for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
      Iterable<String> candidates = parameter.completionCandidates();
      if (candidates != null) {
        lines.add(line + " -f -a '" + String.join(" ", candidates) + "'");
      }
    }
    nested.forEach((name, child) -> add(child, and(path, seen(name))));
  }

  private static String seen(String names) {
    return "__fish_seen_subcommand_from " + names;
  }

  private static String and(String one, String other) {
    return one.isEmpty() ? other : one + "; and " + other;
  }

  private static boolean takesFiles(OptionSpec option) {
    for (Class<?> type : option.auxiliaryTypes()) {
      if (type == Path.class || type == File.class) {
        return true;
      }
    }
    return option.paramLabel().contains("FILE");
  }

  private static String quoted(UsageMessageSpec command) {
    return quoted(command.description());
  }

  /** Returns the first sentence of a description, quoted for fish. */
  private static String quoted(String[] description) {
    String text = Ansi.OFF.string(description.length == 0 ? "" : description[0]);
    int end = text.indexOf(". ");
    String sentence = end < 0 ? text : text.substring(0, end + 1);
    return " -d '" + sentence.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
