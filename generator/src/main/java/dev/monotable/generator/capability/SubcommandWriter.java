package dev.monotable.generator.capability;

import static dev.monotable.generator.capability.JavaSource.literal;

import dev.monotable.generator.capability.Capabilities.Subcommand;
import java.util.Locale;

/** Writes the enum of the first words of commands. */
final class SubcommandWriter {
  private static final String BODY =
      """

        private final String heading;
        private final String description;

        Subcommand(String heading, String description) {
          this.heading = heading;
          this.description = description;
        }

        /** Returns the sub-command with a name, or null. */
        static @Nullable Subcommand find(String name) {
          for (Subcommand command : values()) {
            if (command.label().equals(name)) {
              return command;
            }
          }
          return null;
        }

        /** Returns the names of all sub-commands. */
        static List<String> labels() {
          return Arrays.stream(values()).map(Subcommand::label).toList();
        }

        /** Returns the name in the command line. */
        String label() {
          return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns the heading in the list of the commands. */
        String heading() {
          return heading;
        }

        /** Returns a sentence for the list of the commands. */
        String description() {
          return description;
        }
      """;

  private final Capabilities table;

  SubcommandWriter(Capabilities table) {
    this.table = table;
  }

  /** Returns the source of the enum in the package of the command line. */
  String source(String packageName) {
    JavaSource source = new JavaSource(packageName);
    source.type("java.util.Arrays");
    source.type("java.util.List");
    source.type("java.util.Locale");
    source.type("org.jspecify.annotations.Nullable");
    String callable = source.type("java.util.concurrent.Callable");
    source.javadoc(0, "The sub-commands, in the order of the help.");
    source.add("enum Subcommand {\n");
    for (Subcommand each : table.subcommands()) {
      String heading = table.headings().getOrDefault(each.heading(), "");
      source.add("  %s(%s, %s),\n", constant(each.name()), literal(heading), literal(each.text()));
    }
    source.add("  ;\n\n");
    source.javadoc(2, "The headings of the list of the commands.");
    source.add(
        "  static final List<String> HEADINGS =\n      List.of(%s);\n",
        String.join(", ", table.headings().values().stream().map(JavaSource::literal).toList()));
    source.add(BODY).add("\n");
    source.javadoc(
        2,
        "Creates the command, whose options are described by picocli's annotations. A switch, not a"
            + " field with a constructor: so only the class of this command is loaded.");
    source.add("  %s<Integer> create() {\n    return switch (this) {\n", callable);
    for (Subcommand each : table.subcommands()) {
      String place = each.place().equals("-") ? "" : "." + each.place();
      source.add(
          "      case %s -> new %s();\n",
          constant(each.name()),
          source.type(packageName + place + "." + CommandsWriter.className(each.name())));
    }
    return source.add("    };\n  }\n}\n").text();
  }

  private static String constant(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
