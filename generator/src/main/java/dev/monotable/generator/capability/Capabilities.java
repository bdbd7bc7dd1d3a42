package dev.monotable.generator.capability;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The table of capabilities, {@code capabilities.txt}: what tests and tools can do with the
 * databases of a server, and by which doors.
 *
 * @param sections the capabilities, in the order of the table
 * @param records the objects of requests and responses, by name
 * @param enums the enums, by name
 * @param groups the commands that only have commands of their own, by name
 * @param headings those of the list of commands in the help, by name
 * @param subcommands the first words of commands, in the order of the help
 * @param variables what the variables of paths stand for, by name
 */
public record Capabilities(
    List<Section> sections,
    Map<String, RecordType> records,
    Map<String, EnumType> enums,
    Map<String, Group> groups,
    Map<String, String> headings,
    List<Subcommand> subcommands,
    Map<String, String> variables) {

  private static final String FILE = "capabilities.txt";

  /**
   * Capabilities whose routes one class handles.
   *
   * @param handlers that class with the arguments of its constructor
   */
  public record Section(String name, String handlers, List<Capability> capabilities) {
    /** Returns the routes of all its capabilities. */
    List<DeclaredRoute> routes() {
      return capabilities.stream().flatMap(each -> each.routes().stream()).toList();
    }
  }

  /**
   * An object of requests or responses.
   *
   * @param text what it is
   */
  public record RecordType(String name, String text, List<Member> members) {
    /** Returns a member, or null. */
    @Nullable Member find(String member) {
      return members.stream().filter(each -> each.name().equals(member)).findAny().orElse(null);
    }
  }

  /**
   * A member of an object, or a parameter of a query.
   *
   * @param nullable whether it may be missing
   * @param text what it is
   * @param handles the methods of the handle that are the same
   */
  public record Member(
      String name, Type type, boolean nullable, String text, List<String> handles) {
    static Member of(Line line, int from) {
      String type = line.word(from + 1);
      boolean nullable = type.endsWith("?");
      return new Member(
          line.word(from),
          Type.parse(nullable ? type.substring(0, type.length() - 1) : type),
          nullable,
          line.text(),
          Capability.handles(line));
    }
  }

  /**
   * An enum.
   *
   * @param javaClass the class, if it is not generated; null otherwise
   * @param made the class of the objects that its values make, and the class with the methods that
   *     make parts of them; empty if they make none
   * @param values its values, by their names in JSON
   */
  public record EnumType(
      String name,
      @Nullable String javaClass,
      List<String> made,
      String text,
      Map<String, Value> values) {
    static EnumType of(Line line) {
      Map<String, Value> values = new LinkedHashMap<>();
      for (Line each : line.lines()) {
        values.put(
            each.keyword(), new Value(each.wordsFrom(1), each.text(), Capability.handles(each)));
      }
      List<String> words = line.wordsFrom(2);
      boolean makes = words.contains("makes");
      return new EnumType(
          line.word(1),
          makes || words.isEmpty() ? null : words.get(0),
          makes ? List.of(line.word(3), line.word(5)) : List.of(),
          line.text(),
          values);
    }
  }

  /**
   * A value of an enum.
   *
   * @param maker the object that it makes: its class, and the arguments of its constructor
   * @param text what it is
   * @param handles the methods of the handle that are the same
   */
  public record Value(List<String> maker, String text, List<String> handles) {
    /** Returns the members of the record of the enum that its object needs. */
    List<String> members() {
      List<String> members = new ArrayList<>();
      for (String argument : maker.subList(Math.min(1, maker.size()), maker.size())) {
        if (!isLiteral(argument)) {
          members.addAll(List.of(argument.replaceAll("\\w+\\(|\\)|\\?|=.*", "").split("\\|")));
        }
      }
      return members;
    }

    /** Returns those of them that may not be missing. */
    List<String> required() {
      return members().stream().filter(maker::contains).toList();
    }

    static boolean isLiteral(String argument) {
      return argument.matches("\\d+|true|false|.*\\..*");
    }
  }

  /**
   * A command that only has commands of its own.
   *
   * @param commands their names, in the order of the help
   */
  public record Group(String name, String text, List<String> commands) {}

  /**
   * A first word of commands.
   *
   * @param place the package of its class, below that of the command line; {@code -} for that
   */
  record Subcommand(String heading, String place, String name, String text) {}

  /** Returns the table. */
  public static Capabilities read() {
    try (InputStream file = Capabilities.class.getResourceAsStream(FILE)) {
      byte[] bytes = Objects.requireNonNull(file, FILE).readAllBytes();
      return parse(new String(bytes, StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a table.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  static Capabilities parse(List<String> file) {
    Map<String, List<Capability>> capabilities = new LinkedHashMap<>();
    Map<String, String> handlers = new LinkedHashMap<>();
    Map<String, RecordType> records = new LinkedHashMap<>();
    Map<String, EnumType> enums = new LinkedHashMap<>();
    Map<String, Group> groups = new LinkedHashMap<>();
    Map<String, String> headings = new LinkedHashMap<>();
    List<Subcommand> subcommands = new ArrayList<>();
    Map<String, String> variables = new TreeMap<>();
    String section = "";
    for (Line line : Line.parse(file)) {
      switch (line.keyword()) {
        case "section" -> {
          section = String.join(" ", line.wordsFrom(2));
          handlers.put(section, line.word(1));
          capabilities.put(section, new ArrayList<>());
        }
        case "capability" ->
            Objects.requireNonNull(capabilities.get(section), "a section").add(Capability.of(line));
        case "record" ->
            records.put(
                line.word(1),
                new RecordType(
                    line.word(1),
                    line.text(),
                    line.lines().stream().map(each -> Member.of(each, 0)).toList()));
        case "enum" -> enums.put(line.word(1), EnumType.of(line));
        case "group" ->
            groups.put(line.word(1), new Group(line.word(1), line.text(), line.wordsFrom(2)));
        case "heading" -> headings.put(line.word(1), line.text());
        case "subcommand" ->
            subcommands.add(new Subcommand(line.word(1), line.word(2), line.word(3), line.text()));
        case "variable" -> variables.put(line.word(1), line.text());
        default -> throw line.invalid("neither a section nor a capability, nor what these need");
      }
    }
    List<Section> sections = new ArrayList<>();
    capabilities.forEach(
        (name, all) -> sections.add(new Section(name, handlers.getOrDefault(name, ""), all)));
    Capabilities table =
        new Capabilities(sections, records, enums, groups, headings, subcommands, variables);
    table.check();
    return table;
  }

  /** Checks that all types that are named exist. */
  private void check() {
    for (RecordType each : records.values()) {
      each.members().forEach(member -> check(member.type(), each.name()));
    }
    for (DeclaredRoute route : routes()) {
      for (String name : route.types()) {
        if (!records.containsKey(name)) {
          throw new IllegalArgumentException(route.name() + " has an unknown record: " + name);
        }
      }
      for (String variable : route.variables()) {
        if (!variables.containsKey(variable)) {
          throw new IllegalArgumentException(
              route.name() + " has an unknown variable: " + variable);
        }
      }
    }
  }

  private void check(Type type, String place) {
    Type argument = type.argument();
    if (argument != null) {
      check(argument, place);
    } else if (!type.isPlain()
        && !records.containsKey(type.name())
        && !enums.containsKey(type.name())) {
      throw new IllegalArgumentException(place + " has an unknown type: " + type.name());
    }
  }

  /** Returns all capabilities. */
  public List<Capability> all() {
    return sections.stream().flatMap(each -> each.capabilities().stream()).toList();
  }

  /** Returns the operations of the control API. */
  public List<DeclaredRoute> routes() {
    return sections.stream().flatMap(each -> each.routes().stream()).toList();
  }

  /** Returns the methods of the handle, which tests have. */
  public List<String> handles() {
    List<String> handles = new ArrayList<>();
    all().forEach(each -> handles.addAll(each.handles()));
    records
        .values()
        .forEach(type -> type.members().forEach(each -> handles.addAll(each.handles())));
    enums
        .values()
        .forEach(type -> type.values().values().forEach(each -> handles.addAll(each.handles())));
    return handles;
  }

  /** Returns an object by its name. */
  RecordType record(String name) {
    RecordType found = records.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no record " + name);
    }
    return found;
  }

  /** Returns whether an object belongs to requests, and not to responses. */
  boolean isBody(String name) {
    return routes().stream().anyMatch(route -> name.equals(route.body()));
  }

  /** Returns an operation by its name. */
  DeclaredRoute route(String name) {
    for (DeclaredRoute route : routes()) {
      if (route.name().equals(name)) {
        return route;
      }
    }
    throw new IllegalArgumentException("no route " + name);
  }
}
