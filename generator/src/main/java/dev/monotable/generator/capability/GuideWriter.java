package dev.monotable.generator.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the parts of pages, and of files of tests, that list what the table declares. */
final class GuideWriter {
  private static final Pattern PART =
      Pattern.compile(
          "((?:<!--|#) generated: (\\w+)(?: -->)?\n\n).*?(\n(?:<!--|#) end)", Pattern.DOTALL);

  private final Map<String, String> parts;

  GuideWriter(Capabilities table) {
    this.parts =
        Map.of("operations", operations(table), "faults", faults(table), "exits", exits(table));
  }

  /** Returns a page with its generated parts. */
  String page(String text) {
    return PART.matcher(text)
        .replaceAll(
            part ->
                Matcher.quoteReplacement(
                    part.group(1) + parts.getOrDefault(part.group(2), "") + part.group(3)));
  }

  private static String operations(Capabilities table) {
    StringBuilder text = new StringBuilder("| request | command | what it does |\n|---|---|---|\n");
    for (Capability capability : table.all()) {
      for (DeclaredRoute route : capability.routes()) {
        List<String> commands = new ArrayList<>();
        for (Command command : capability.commands()) {
          if (command.isByHand() ? route == capability.routes().get(0) : command.calls(route)) {
            commands.add("`" + command.name() + "`");
          }
        }
        text.append(
            "| `%s %s` | %s | %s |\n"
                .formatted(
                    route.method(),
                    route.path().replace("/databases/{id}", "…"),
                    String.join(", ", commands),
                    route.summary()));
      }
    }
    return text.toString();
  }

  /** Returns the rows of the tests of exit codes, for the commands with an example. */
  private static String exits(Capabilities table) {
    StringBuilder text = new StringBuilder();
    for (Capability capability : table.all()) {
      for (Command command : capability.commands()) {
        if (command.ends().example() != null) {
          String line = " " + command.name() + " " + command.ends().example();
          text.append("0").append(line).append("\n2").append(line).append(" --lunch");
          text.append("\n3").append(line).append(" --endpoint={dead}\n");
        }
      }
    }
    return text.toString();
  }

  private static String faults(Capabilities table) {
    StringBuilder text = new StringBuilder("| method | fault |\n|---|---|\n");
    Objects.requireNonNull(table.enums().get("FaultName"))
        .values()
        .forEach(
            (name, value) ->
                text.append(
                    "| `%s(%s)` | %s |\n"
                        .formatted(name, value.members().isEmpty() ? "" : "…", value.text())));
    return text.toString();
  }
}
