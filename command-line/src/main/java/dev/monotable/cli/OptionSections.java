package dev.monotable.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of the server in the help: in sections, of which the short help has the first ones.
 */
final class OptionSections {
  private record Section(String title, List<String> names) {
    Section(String title, String... names) {
      this(title, List.of(names));
    }
  }

  /** The options that most users need. */
  private static final Set<String> SHORT =
      Set.of(
          "--port",
          "--host",
          "--log",
          "--schema",
          "--seed",
          "--data",
          "--region",
          "--delay",
          "--throttle",
          "--record",
          "--help",
          "--version");

  private static final List<Section> SECTIONS =
      List.of(
          new Section(
              "Server",
              "--port",
              "--host",
              "--log",
              "--config",
              "--max-databases",
              "--idle-timeout",
              "--request-timeout",
              "--exit-with-parent",
              "--lease",
              "--dynamodb-local"),
          new Section(
              "Tables and data",
              "--schema",
              "--seed",
              "--parameter",
              "--data",
              "--sync",
              "--repair",
              "--s3",
              "--s3-endpoint"),
          new Section(
              "As on AWS",
              "--region",
              "--regions",
              "--account",
              "--split-by-credentials",
              "--wording",
              "--delay",
              "--throttle",
              "--limits",
              "--ttl-sweep",
              "--stream-retention",
              "--kinesis-endpoint",
              "--kinesis-duplicates"),
          new Section("Requests", "--record", "--capture", "--requests"),
          new Section(
              "Who may use it",
              "--cors",
              "--allowed-host",
              "--auth",
              "--keys",
              "--keys-directory",
              "--example-key",
              "--policies",
              "--tls",
              "--tls-certificate",
              "--tls-key",
              "--tls-password",
              "--tls-directory"),
          new Section(
              "Control API and console",
              "--control",
              "--control-token",
              "--control-aliases",
              "--remote-functions",
              "--no-console",
              "--console"),
          new Section("Help", "--help", "--version"));

  private OptionSections() {}

  /** Returns the names of all options, section by section. */
  static List<String> names() {
    return SECTIONS.stream().flatMap(section -> section.names().stream()).toList();
  }

  /**
   * Returns the list of the options for a help.
   *
   * @param help the help of the server
   * @param all whether it has all options, or those that most users need
   */
  static String text(Help help, boolean all) {
    StringBuilder text = new StringBuilder();
    for (Section section : SECTIONS) {
      List<OptionSpec> options = new ArrayList<>();
      for (String name : section.names()) {
        if (all || SHORT.contains(name)) {
          options.add(help.commandSpec().findOption(name));
        }
      }
      if (options.isEmpty()) {
        continue;
      }
      // The widths of the columns are those for all options, so sections are aligned.
      Layout layout =
          help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
      layout.addOptions(options, help.createDefaultParamLabelRenderer());
      String line = System.lineSeparator();
      text.append(line).append(section.title()).append(':').append(line).append(layout);
    }
    return text.toString();
  }
}
