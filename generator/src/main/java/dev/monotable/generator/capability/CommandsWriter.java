package dev.monotable.generator.capability;

import static dev.monotable.generator.capability.JavaSource.literal;

import dev.monotable.generator.capability.Capabilities.Group;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Command.Argument;
import dev.monotable.generator.capability.Command.Arity;
import dev.monotable.generator.capability.Command.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes the commands that call operations, and the commands that they belong to. */
final class CommandsWriter {
  private static final String PICOCLI = "picocli.CommandLine.";
  private static final String TERMINAL = "dev.monotable.cli.terminal.";
  private static final Pattern WORD_START = Pattern.compile("[ -](\\w)");

  private final Capabilities table;
  private final String packageName;

  CommandsWriter(Capabilities table, String packageName) {
    this.table = table;
    this.packageName = packageName;
  }

  /** Returns the sources by the names of their classes. */
  Map<String, String> sources() {
    Map<String, String> sources = new TreeMap<>();
    table.groups().values().forEach(group -> sources.put(className(group.name()), source(group)));
    for (Capability capability : table.all()) {
      for (Command command : capability.commands()) {
        if (!command.isByHand()) {
          sources.put(className(command.name()), source(command));
        }
      }
    }
    return sources;
  }

  static String className(String command) {
    return JavaSource.capitalized(camelCase(command)) + "Command";
  }

  private static String camelCase(String words) {
    return WORD_START.matcher(words).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
  }

  private String source(Group group) {
    JavaSource source = new JavaSource(packageName);
    String base = source.type(TERMINAL + "CommandGroup");
    List<String> classes =
        group.commands().stream().map(each -> className(group.name() + " " + each)).toList();
    source.javadoc(0, "The commands `" + group.name() + "`.");
    source.add(
        "@%s(\n    name = %s,\n    description = %s,\n    subcommands = {\n      %s\n    })\n",
        source.type(PICOCLI + "Command"),
        literal(group.name()),
        literal(group.text()),
        String.join(",\n      ", classes.stream().map(each -> each + ".class").toList()));
    String name = className(group.name());
    source.add("public final class %s extends %s {\n", name, base);
    return addConstructor(source, name).add("}\n").text();
  }

  private static JavaSource addConstructor(JavaSource source, String name) {
    return source.javadoc(2, "Creates the command.").add("  public %s() {}\n", name);
  }

  private String source(Command command) {
    return new Writer(command).source();
  }

  /** The writer of a command. */
  private final class Writer {
    private final Command command;
    private final DeclaredRoute route;
    private final JavaSource source = new JavaSource(packageName);

    Writer(Command command) {
      this.command = command;
      this.route = table.route(Objects.requireNonNull(command.route()));
    }

    String source() {
      String name = className(command.name());
      String[] words = command.name().split(" ");
      source.javadoc(0, "The command `" + command.name() + "`.");
      source.add(
          """
          @%s(
              name = %s,
              description = %s,
              sortOptions = false,
              footer = {"", %s})
          """,
          source.type(PICOCLI + "Command"),
          literal(words[words.length - 1]),
          literal(command.text()),
          footer());
      source.add("public final class %s extends ControlCommand {\n", name);
      int parameters = 0;
      int options = 0;
      for (Argument each : command.arguments()) {
        addField(each, each.isOption() ? ++options : parameters++);
      }
      if (route.isOfDatabase() && find("id") == null) {
        source.add(
            "  @%s private final DatabaseOption database = new DatabaseOption();\n\n",
            source.type(PICOCLI + "Mixin"));
      }
      addConstructor(source, name);
      source.add("\n  @Override\n  int run(ControlClient client) {\n");
      addBody();
      return source.add("  }\n}\n").text();
    }

    private String footer() {
      return command.ends().codes() == null
          ? "ControlCommand.EXIT_CODES"
          : literal("Exit codes: " + command.ends().codes() + ", ")
              + " + "
              + source.type(TERMINAL + "ExitCode")
              + ".OF_SERVERS";
    }

    private @Nullable Argument find(String target) {
      return command.arguments().stream()
          .filter(each -> each.target().equals(target))
          .findAny()
          .orElse(null);
    }

    /** Returns the member of the body, or the parameter of the query, that an argument sets. */
    private @Nullable Member member(Argument argument) {
      String name = argument.target().split("\\.")[0];
      Member inBody = route.body() == null ? null : table.record(route.body()).find(name);
      return inBody != null
          ? inBody
          : route.query().stream().filter(each -> each.name().equals(name)).findAny().orElse(null);
    }

    private boolean isOperation(Argument argument) {
      return member(argument) == null && !route.variables().contains(argument.target());
    }

    private String field(Argument argument) {
      String name = argument.target().split("\\.")[0];
      return isOperation(argument)
          ? camelCase(argument.names().get(0).substring(2))
          : argument.isRepeated() ? name + "s" : name;
    }

    private void addField(Argument argument, int number) {
      List<String> attributes = new ArrayList<>();
      if (argument.isOption()) {
        List<String> names = argument.names().stream().map(JavaSource::literal).toList();
        attributes.add("order = " + number);
        attributes.add(
            "names = " + (names.size() == 1 ? names.get(0) : "{" + String.join(", ", names) + "}"));
      } else if (argument.isRepeated()) {
        attributes.add("arity = " + literal(argument.arity() == Arity.SOME ? "1..*" : "0..*"));
      } else {
        attributes.add("index = " + literal(String.valueOf(number)));
        if (argument.arity() == Arity.OPTIONAL) {
          attributes.add("arity = \"0..1\"");
        }
      }
      if (!argument.label().isEmpty()) {
        attributes.add("paramLabel = " + literal(argument.label()));
      }
      String declaration = declaration(argument, attributes);
      attributes.add("description = " + literal(argument.text()));
      source.add(
          "  @%s(\n      %s)\n  private %s;\n\n",
          source.type(PICOCLI + (argument.isOption() ? "Option" : "Parameters")),
          String.join(",\n      ", attributes),
          declaration);
    }

    /** Returns the type and the name of a field, and adds the attributes that the type needs. */
    private String declaration(Argument argument, List<String> attributes) {
      String field = field(argument);
      Member member = member(argument);
      if (isOperation(argument)) {
        return "boolean " + field;
      } else if (argument.isRepeated()) {
        return source.type("java.util.List") + "<String> " + field + " = List.of()";
      } else if (argument.target().contains(".")) {
        source.type("java.util.ArrayList");
        return source.type("java.util.List") + "<String> " + field + " = new ArrayList<>()";
      } else if (argument.arity() == Arity.ONE) {
        return "String " + field + " = \"\"";
      }
      String type = "String";
      if (member != null && route.query().isEmpty()) {
        if (member.type().is("Duration")) {
          attributes.add("converter = " + source.type(TERMINAL + "DurationConverter") + ".class");
          type = source.type("java.time.Duration");
        } else if (member.type().is("List")) {
          attributes.add("split = \",\"");
          type = source.type("java.util.List") + "<String>";
        } else if (member.type().isPrimitive()) {
          type = member.type().boxed();
        }
      }
      return "@" + source.type("org.jspecify.annotations.Nullable") + " " + type + " " + field;
    }

    private void addBody() {
      Argument operation =
          command.arguments().stream().filter(this::isOperation).findAny().orElse(null);
      Argument repeated =
          command.arguments().stream().filter(Argument::isRepeated).findAny().orElse(null);
      if (operation != null && repeated != null) {
        source.add(
            "    require(%s == %s.isEmpty(), %s);\n",
            field(operation),
            field(repeated),
            literal("needs " + Objects.requireNonNull(command.needs())));
        DeclaredRoute other = table.route(operation.target());
        source.add(
            "    if (%s) {\n      client.send(%s, %s);\n    }\n",
            field(operation), literal(other.method()), path(other));
      }
      if (repeated != null) {
        source.add(
            "    for (String %s : %s) {\n      %s;\n    }\n    return 0;\n",
            repeated.target(), field(repeated), send());
      } else if (command.output() == null) {
        source.add("    printsJson(%s);\n    return 0;\n", send());
      } else {
        source.add("    ControlResponse response =\n        %s;\n", send());
        addOutput(command.output());
      }
    }

    private String send() {
      List<String> members = new ArrayList<>();
      List<String> query = new ArrayList<>();
      for (Argument each : command.arguments()) {
        Member member = member(each);
        if (member != null) {
          (route.query().contains(member) ? query : members)
              .add(literal(member.name()) + ", " + value(each, member));
        }
      }
      StringBuilder call = new StringBuilder("client.send(");
      call.append(literal(route.method())).append(", ").append(path(route));
      if (!query.isEmpty()) {
        call.append("\n            + ControlClient.query(").append(join(query)).append(')');
      }
      if (route.body() != null) {
        call.append(",\n            ControlClient.members(").append(join(members)).append(')');
      }
      return call.append(')').toString();
    }

    private String join(List<String> pairs) {
      return pairs.size() < 3
          ? String.join(", ", pairs)
          : "\n                " + String.join(",\n                ", pairs);
    }

    private String value(Argument argument, Member member) {
      String field = field(argument);
      String[] names = argument.target().split("\\.");
      if (names.length == 3) {
        return "ControlClient.objects(%s, %s, %s)"
            .formatted(literal(names[1]), literal(names[2]), field);
      }
      return member.type().is("Json")
          ? "ControlClient.tree(" + literal(argument.names().get(0)) + ", " + field + ")"
          : field;
    }

    private String path(DeclaredRoute called) {
      List<String> segments = new ArrayList<>();
      for (String segment : called.path().substring(1).split("/")) {
        segments.add(
            segment.startsWith("{")
                ? variable(segment.substring(1, segment.length() - 1))
                : literal(segment));
      }
      boolean ofDatabase = called.path().startsWith("/databases/{id}");
      return "ControlClient."
          + (ofDatabase ? "ofDatabase(" : "path(")
          + String.join(", ", segments.subList(ofDatabase ? 1 : 0, segments.size()))
          + ")";
    }

    private String variable(String name) {
      Argument argument = find(name);
      if (argument == null) {
        return "database.id()";
      }
      return argument.arity() == Arity.OPTIONAL
          ? name + " == null ? DatabaseOption.fallback() : " + name
          : name;
    }

    private void addOutput(Output output) {
      if (output.kind().equals("by")) {
        source.add("    return %s.print(response, this);\n", output.words().get(0));
        return;
      }
      source.add("    if (!printsJson(response)) {\n");
      if (output.kind().equals("columns")) {
        addColumns(output);
      } else {
        String unit = String.join(" ", output.words().subList(1, output.words().size()));
        source.add(
            "      out().println(response.require(%s)%s);\n",
            literal(output.words().get(0)), unit.isEmpty() ? "" : " + " + literal(" " + unit));
      }
      source.add("    }\n    return 0;\n");
    }

    private void addColumns(Output output) {
      String list = output.words().get(0);
      Member member =
          Objects.requireNonNull(
              table.record(Objects.requireNonNull(route.response())).find(list), list);
      String type = member.type().element().name();
      List<String> titles = new ArrayList<>();
      List<String> cells = new ArrayList<>();
      for (String column : output.columns()) {
        int space = column.lastIndexOf(' ');
        String name = column.substring(space + 1);
        Member shown = table.record(type).find(name);
        String how = shown != null && shown.type().is("Duration") ? "duration" : "shown";
        titles.add(literal(column.substring(0, space)));
        cells.add("            ControlResponse." + how + "(each, " + literal(name) + ")");
      }
      source.add(
          """
                TextTable table = new TextTable(%s);
                for (%s each : response.list(%s)) {
                  table.row(
          %s);
                }
                print(table);
          """,
          String.join(", ", titles),
          source.type("dev.monotable.text.FileValue.Mapping"),
          literal(list),
          String.join(",\n", cells));
    }
  }
}
