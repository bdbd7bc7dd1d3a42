package dev.monotable.generator.capability;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a test or tool can do, with the doors that it can do it by.
 *
 * @param handles the methods of the handle of the JUnit extension
 * @param routes the operations of the control API
 * @param commands the commands
 * @param missing why doors lack it, by their names
 */
public record Capability(
    String name,
    List<String> handles,
    List<DeclaredRoute> routes,
    List<Command> commands,
    Map<String, String> missing) {

  /** The doors to a database. */
  public static final Set<String> DOORS = Set.of("handle", "route", "command");

  static Capability of(Line line) {
    List<String> handles = new ArrayList<>();
    List<DeclaredRoute> routes = new ArrayList<>();
    List<Command> commands = new ArrayList<>();
    Map<String, String> missing = new LinkedHashMap<>();
    for (Line each : line.lines()) {
      switch (each.keyword()) {
        case "handle" -> handles.addAll(names(each));
        case "route" -> routes.add(DeclaredRoute.of(each));
        case "command" -> commands.add(Command.of(each));
        case "no" -> names(each).forEach(door -> missing.put(door, each.text()));
        default -> throw each.invalid("neither handle, route, command nor no");
      }
    }
    Capability capability =
        new Capability(String.join(" ", line.wordsFrom(1)), handles, routes, commands, missing);
    for (String door : DOORS) {
      if (missing.containsKey(door) != capability.lacks(door)) {
        throw line.invalid("either has a " + door + ", or a reason why not");
      }
    }
    return capability;
  }

  private boolean lacks(String door) {
    return switch (door) {
      case "handle" -> handles.isEmpty();
      case "route" -> routes.isEmpty();
      default -> commands.isEmpty();
    };
  }

  /** Returns the methods of the handle that a member or value is the same as. */
  static List<String> handles(Line line) {
    List<String> handles = new ArrayList<>();
    for (Line each : line.lines()) {
      if (!each.keyword().equals("handle")) {
        throw each.invalid("not a method of the handle");
      }
      handles.addAll(names(each));
    }
    return handles;
  }

  private static List<String> names(Line line) {
    return line.wordsFrom(1).stream().map(word -> word.replace(",", "")).toList();
  }
}
