package dev.monotable.cli.option;

import dev.monotable.cli.terminal.NearName;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Adds the options of the environment and of a configuration file to a command line. What is given
 * in several places counts as on the command line, else as in the environment, else as in the file;
 * lists are not joined.
 *
 * <p>The environment variable of {@code --ttl-sweep} is {@code MONOTABLE_TTL_SWEEP}; commas
 * separate the values of an option that can be repeated. The file is a YAML mapping with the names
 * of the options, without hyphens before them.
 */
public final class OptionSources {
  /** The beginning of the names of all environment variables. */
  public static final String PREFIX = "MONOTABLE_";

  private static final String CONFIG = "--config";

  private final Supplier<CommandLine> parsers;
  private final Map<String, String> environment;
  private final List<OptionSpec> all;
  private final Map<String, OptionSpec> options;

  /**
   * Creates the sources of a command.
   *
   * @param parsers creates parsers of the command
   */
  public OptionSources(Supplier<CommandLine> parsers, Map<String, String> environment) {
    this.parsers = parsers;
    this.environment = environment;
    CommandSpec command = parsers.get().getCommandSpec();
    // Reflection returns options in no particular order.
    this.all = new ArrayList<>(command.options());
    all.sort(Comparator.comparingInt(OptionSpec::order));
    this.options = command.optionsMap();
  }

  /**
   * Returns a command line with the options of all sources.
   *
   * @throws InvalidOptionException if a source other than the command line is invalid
   */
  public String[] complete(String[] arguments) throws InvalidOptionException {
    Set<OptionSpec> given = given(arguments);
    for (OptionSpec option : given) {
      if (option.usageHelp() || option.versionHelp()) {
        return arguments;
      }
    }
    List<String> variables = new ArrayList<>();
    Set<OptionSpec> higher = new HashSet<>(given);
    for (OptionSpec option : all) {
      String value = environment.get(variable(option));
      if (value != null && !value.isEmpty() && !isServiceLink(value)) {
        higher.add(option);
        if (!given.contains(option) && isInFiles(option)) {
          variables.addAll(ofVariable(option, value));
        }
      }
    }
    List<String> complete = new ArrayList<>();
    String file = config(arguments);
    if (file != null) {
      complete.addAll(ofFile(Path.of(file), higher));
    }
    complete.addAll(variables);
    complete.addAll(List.of(arguments));
    return complete.toArray(String[]::new);
  }

  // ---- the command line ----

  /** Returns the options that are given on the command line. */
  private Set<OptionSpec> given(String[] arguments) {
    Set<OptionSpec> given = new HashSet<>();
    for (String argument : arguments) {
      OptionSpec option = options.get(argument.replaceFirst("=.*", ""));
      if (option == null && argument.matches("-[^-].+")) {
        option = options.get(argument.substring(0, 2)); // such as -p8000
      }
      if (option != null) {
        given.add(option);
      }
    }
    return given;
  }

  /** Returns the name of the configuration file, or null. */
  private @Nullable String config(String[] arguments) {
    if (!options.containsKey(CONFIG)) {
      return null;
    }
    String file = environment.get(PREFIX + "CONFIG");
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].startsWith(CONFIG + "=")) {
        file = arguments[i].substring(CONFIG.length() + 1);
      } else if (arguments[i].equals(CONFIG) && i + 1 < arguments.length) {
        file = arguments[i + 1];
      }
    }
    return file == null || file.isEmpty() ? null : file;
  }

  // ---- the environment ----

  private static String variable(OptionSpec option) {
    return PREFIX + name(option).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Returns the long name of an option, without hyphens before it. */
  private static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /**
   * Returns whether a value is one that Kubernetes sets for a service called monotable, such as
   * {@code MONOTABLE_PORT=tcp://10.0.0.1:8000}.
   */
  private static boolean isServiceLink(String value) {
    return value.startsWith("tcp://") || value.startsWith("udp://");
  }

  private List<String> ofVariable(OptionSpec option, String value) throws InvalidOptionException {
    List<String> arguments = new ArrayList<>();
    if (isFlag(option)) {
      addFlag(option, truth(value), arguments, variable(option) + ": must be true or false");
    } else if (option.isMultiValue()) {
      for (String part : value.split(",")) {
        arguments.add(option.longestName() + "=" + part.strip());
      }
    } else {
      arguments.add(option.longestName() + "=" + value);
    }
    check(arguments, variable(option));
    return arguments;
  }

  // ---- the file ----

  private List<String> ofFile(Path path, Set<OptionSpec> higher) throws InvalidOptionException {
    Mapping file;
    try {
      file = FileValue.mapping(FileReaders.read(path), "a configuration file");
    } catch (InvalidContentException e) {
      throw new InvalidOptionException(e.at() + ": " + e.reason());
    }
    List<String> arguments = new ArrayList<>();
    for (NamedValue member : file.members()) {
      OptionSpec option = options.get("--" + member.name());
      if (option == null || !isInFiles(option)) {
        throw unknown(member);
      }
      List<String> added = new ArrayList<>();
      add(option, member.value(), member, added);
      check(added, member.value().at().toString());
      if (!higher.contains(option)) {
        arguments.addAll(added);
      }
    }
    return arguments;
  }

  private static boolean isInFiles(OptionSpec option) {
    return !option.usageHelp() && !option.versionHelp() && !option.longestName().equals(CONFIG);
  }

  private InvalidOptionException unknown(NamedValue member) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : all) {
      if (isInFiles(option)) {
        names.add(name(option));
      }
    }
    String near = NearName.find(member.name(), names);
    return new InvalidOptionException(
        member.at()
            + ": unknown option '"
            + member.name()
            + (near == null ? "'" : "'; did you mean '" + near + "'?"));
  }

  private void add(OptionSpec option, FileValue value, NamedValue member, List<String> arguments)
      throws InvalidOptionException {
    String name = option.longestName();
    FilePosition at = value.at();
    if (value instanceof Scalar scalar) {
      if (isFlag(option)) {
        addFlag(option, truth(scalar.text()), arguments, at + ": must be true or false");
      } else {
        arguments.add(name + "=" + scalar.text());
      }
    } else if (value instanceof Sequence sequence && option.isMultiValue()) {
      for (FileValue element : sequence.elements()) {
        add(option, element, member, arguments);
      }
    } else if (value instanceof Mapping mapping && Map.class.isAssignableFrom(option.type())) {
      addEntries(name, "", mapping, arguments);
    } else {
      throw new InvalidOptionException(
          at + ": the value of '" + member.name() + "' cannot be " + value.describe());
    }
  }

  /** Adds the entries of a mapping; the names of nested ones are joined with dots. */
  private static void addEntries(
      String option, String prefix, Mapping mapping, List<String> arguments)
      throws InvalidOptionException {
    for (NamedValue entry : mapping.members()) {
      String key = prefix + entry.name();
      if (entry.value() instanceof Scalar scalar) {
        arguments.add(option + "=" + key + "=" + scalar.text());
      } else if (entry.value() instanceof Mapping nested) {
        addEntries(option, key + ".", nested, arguments);
      } else {
        throw new InvalidOptionException(
            entry.value().at() + ": '" + key + "' cannot be " + entry.value().describe());
      }
    }
  }

  // ---- both ----

  private static boolean isFlag(OptionSpec option) {
    return option.arity().max() == 0;
  }

  private static @Nullable Boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1", "yes", "on" -> true;
      case "false", "0", "no", "off" -> false;
      default -> null;
    };
  }

  private static void addFlag(
      OptionSpec option, @Nullable Boolean value, List<String> arguments, String invalid)
      throws InvalidOptionException {
    if (value == null) {
      throw new InvalidOptionException(invalid);
    }
    if (value) {
      arguments.add(option.longestName());
    }
  }

  /** Checks arguments on their own, so that an error names where they come from. */
  private void check(List<String> arguments, String source) throws InvalidOptionException {
    try {
      var unused = parsers.get().parseArgs(arguments.toArray(String[]::new));
    } catch (MissingParameterException e) {
      // Others are given elsewhere.
    } catch (ParameterException e) {
      throw new InvalidOptionException(source + ": " + e.getMessage());
    }
  }
}
