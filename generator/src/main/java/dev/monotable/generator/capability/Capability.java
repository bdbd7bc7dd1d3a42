package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Method.Language;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An action of a test or tool, with the doors that offer it.
 *
 * @param handles the methods of the handle of the JUnit extension
 * @param routes the operations of the control API
 * @param commands the commands
 * @param buttons the buttons of the console
 * @param methods the methods of the packages of other languages
 * @param missing why doors lack it, by their names
 */
public record Capability(
    String name,
    List<String> handles,
    List<DeclaredRoute> routes,
    List<Command> commands,
    List<Button> buttons,
    List<Method> methods,
    Map<String, String> missing) {

  private static final String CLIENTS = "clients";

  /** The doors to a database. */
  private static final Set<String> DOORS =
      Set.of("handle", "route", "command", "javascript", "python", "go");

  /**
   * A button of the console.
   *
   * @param command the command that does the same, which is generated
   */
  record Button(String view, String label, Command command) {}

  static Capability of(Line line) {
    List<String> handles = new ArrayList<>();
    List<DeclaredRoute> routes = new ArrayList<>();
    List<Command> commands = new ArrayList<>();
    List<Button> buttons = new ArrayList<>();
    List<Method> methods = new ArrayList<>();
    Map<String, String> missing = new LinkedHashMap<>();
    for (Line each : line.lines()) {
      switch (each.keyword()) {
        case "handle" -> handles.addAll(names(each));
        case "route" -> routes.add(DeclaredRoute.of(each));
        case "command" -> commands.add(Command.of(each));
        case "console" ->
            buttons.add(new Button(each.word(1), each.text(), commands.get(commands.size() - 1)));
        case "method" -> methods.add(Method.of(each));
        case "no" -> doors(each).forEach(door -> missing.put(door, each.text()));
        default -> throw each.invalid("neither handle, route, command, console, method nor no");
      }
    }
    Capability capability =
        new Capability(
            String.join(" ", line.wordsFrom(1)),
            handles,
            routes,
            commands,
            buttons,
            methods,
            missing);
    for (Method method : methods) {
      for (Language language : Language.values()) {
        String reason = method.variant(language).missing();
        if (reason != null && capability.lacks(label(language))) {
          missing.put(label(language), reason);
        }
      }
    }
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
      case "command" -> commands.isEmpty();
      default -> methods.stream().noneMatch(each -> each.isIn(language(door)));
    };
  }

  /** Returns the doors of a line; {@code clients} are all other languages. */
  private static List<String> doors(Line line) {
    List<String> doors = new ArrayList<>();
    for (String name : names(line)) {
      if (name.equals(CLIENTS)) {
        for (Language language : Language.values()) {
          doors.add(label(language));
        }
      } else {
        doors.add(name);
      }
    }
    return doors;
  }

  /** Returns the name of a language in the table. */
  static String label(Language language) {
    return language.name().toLowerCase(Locale.ROOT);
  }

  static boolean isLanguage(String word) {
    return Arrays.stream(Language.values()).anyMatch(each -> label(each).equals(word));
  }

  private static Language language(String door) {
    return Language.valueOf(door.toUpperCase(Locale.ROOT));
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
