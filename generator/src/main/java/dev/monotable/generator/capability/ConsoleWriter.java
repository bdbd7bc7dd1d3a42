package dev.monotable.generator.capability;

import static dev.monotable.generator.capability.JsonTree.object;

import dev.monotable.generator.capability.Capabilities.EnumType;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capability.Button;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Writes the requests that the console sends to the control API, and its buttons. */
final class ConsoleWriter {
  private final Capabilities table;
  private final StringBuilder text = new StringBuilder();

  ConsoleWriter(Capabilities table) {
    this.table = table;
  }

  /**
   * Returns a function for each operation, which returns its request; what the values of enums that
   * make objects are, and the members that only some of them have; and the buttons by their views.
   */
  String calls() {
    text.append("// ").append(GenerateCapabilities.NOTE).append("\n\n");
    text.append("import { inDatabase, query } from \"./server.js\";\n");
    table.routes().forEach(route -> add(route.summary(), route.name(), function(route)));
    for (EnumType type : table.enums().values()) {
      if (!type.made().isEmpty()) {
        addChoices(type);
      }
    }
    Map<String, List<Object>> views = new TreeMap<>();
    for (Capability capability : table.all()) {
      for (Button each : capability.buttons()) {
        views.computeIfAbsent(each.view(), view -> new ArrayList<>()).add(button(each));
      }
    }
    add("The buttons of views, which do what commands do.", "BUTTONS", JsonTree.indented(views));
    return text.toString();
  }

  private void add(String comment, String name, String value) {
    text.append("\n/** ").append(comment).append(" */\n");
    text.append("export const ").append(name).append(" = ").append(value.strip()).append(";\n");
  }

  private static String function(DeclaredRoute route) {
    List<String> parameters = new ArrayList<>(route.variables());
    parameters.remove("id");
    String path = route.pathInDatabase().replaceAll("\\{(\\w+)}", "\\${encodeURIComponent($1)}");
    path = path.contains("$") ? "`" + path + "`" : JavaSource.literal(path);
    if (!route.query().isEmpty()) {
      parameters.add("parameters");
      path += " + query(parameters)";
    }
    if (route.body() != null) {
      parameters.add("body");
    }
    if (route.isBelowDatabase()) {
      parameters.add("id");
      path = "inDatabase(" + path + ", id)";
    }
    return "(%s) => ({ method: \"%s\", path: %s%s })"
        .formatted(
            String.join(", ", parameters),
            route.method(),
            path,
            route.body() == null ? "" : ", body");
  }

  private void addChoices(EnumType type) {
    MakerWriter maker = new MakerWriter(table, type);
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Object> members = new TreeMap<>();
    type.values()
        .forEach(
            (name, value) -> {
              values.put(
                  name,
                  object(
                      "text", value.text(),
                      "members", value.members(),
                      "required", value.required()));
              for (String each : value.members()) {
                members.put(each, member(Objects.requireNonNull(maker.record().find(each))));
              }
            });
    add(type.text(), type.name(), JsonTree.indented(values));
    String record = maker.record().name();
    add("The members that only some of them have.", record, JsonTree.indented(members));
  }

  private Map<String, Object> member(Member member) {
    EnumType constants = table.enums().get(member.type().name());
    return object(
        "text", member.text(),
        "type", member.type().isPrimitive() ? "number" : "text",
        "values", constants == null ? List.of() : List.copyOf(constants.values().keySet()));
  }

  private static Map<String, Object> button(Button button) {
    Command command = button.command();
    Command.Output output = Objects.requireNonNull(command.output(), command.name());
    List<Object> parameters = new ArrayList<>();
    for (Command.Argument each : command.arguments()) {
      String option = each.isOption() ? each.names().get(0) : "";
      parameters.add(object("name", each.target(), "option", option, "text", each.text()));
    }
    List<Object> columns = new ArrayList<>();
    for (String each : output.columns()) {
      int space = each.lastIndexOf(' ');
      columns.add(object("title", each.substring(0, space), "name", each.substring(space + 1)));
    }
    return object(
        "label", button.label(),
        "text", command.text(),
        "command", command.name(),
        "request", Objects.requireNonNull(command.route()),
        "parameters", parameters,
        "shows", output.words().get(0),
        "columns", columns);
  }
}
