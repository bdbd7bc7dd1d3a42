package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import dev.monotable.generator.capability.Method.Language;
import dev.monotable.generator.capability.Method.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;

/** Writes the types and the calls of the module for Go. */
final class GoWriter {
  private static final int WIDTH = 108;

  private final Capabilities table;

  GoWriter(Capabilities table) {
    this.table = table;
  }

  private static String head() {
    return "package monotable\n\n// "
        + GenerateCapabilities.NOTE.replace("Generated", "Code generated")
        + ". DO NOT EDIT.\n";
  }

  /** Returns the types of requests and responses. */
  String model() {
    StringBuilder text = new StringBuilder(head());
    for (RecordType type : new TreeMap<>(table.records()).values()) {
      text.append("\n// %s: %s\n".formatted(type.name(), type.text()));
      text.append("type %s struct {\n".formatted(type.name()));
      type.members().stream()
          .sorted(Comparator.comparing(Member::name))
          .forEach(member -> text.append(field(member)));
      text.append("}\n");
    }
    return text.toString();
  }

  private String field(Member member) {
    // A number or truth value that is absent is not zero.
    String pointer = member.nullable() && member.type().isPrimitive() ? "*" : "";
    return "\t// %s\n\t%s %s%s `json:\"%s%s\"`\n"
        .formatted(
            member.text(),
            JavaSource.capitalized(member.name()),
            pointer,
            type(member.type(), true),
            member.name(),
            member.nullable() ? ",omitempty" : "");
  }

  private String type(Type type, boolean pointers) {
    if (table.enums().containsKey(type.name())) {
      return "string";
    }
    return switch (type.name()) {
      case "int" -> "int";
      case "long" -> "int64";
      case "double" -> "float64";
      case "boolean" -> "bool";
      case "String", "Instant", "Duration" -> "string";
      case "List" -> "[]" + type(type.element(), false);
      case "Map" -> "map[string]" + type(type.element(), pointers);
      case "Json" -> "map[string]any";
      default -> (pointers ? "*" : "") + type.name();
    };
  }

  /** Returns the methods that call one operation. */
  String calls() {
    StringBuilder methods = new StringBuilder();
    for (MethodCall call : MethodCall.of(table, Language.GO)) {
      methods.append('\n').append(method(call));
    }
    return head() + "\nimport \"net/url\"\n" + methods;
  }

  private String method(MethodCall call) {
    String name = call.method().name(Language.GO);
    String text = call.text("");
    String comment = name + " " + text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    Parameter body =
        call.method().parameters().stream().filter(call::isBody).findAny().orElse(null);
    Member returned = call.returned();
    String result =
        call.isVoid()
            ? ""
            : call.isText()
                ? "string"
                : returned == null ? call.response().name() : type(returned.type(), false);
    StringBuilder code = new StringBuilder();
    code.append("// ").append(String.join("\n// ", JavaSource.wrap(comment, WIDTH - 3)));
    code.append("\nfunc (db *DB) %s(%s)".formatted(name, parameters(call)));
    code.append(result.isEmpty() ? "" : " " + result).append(" {\n\tdb.t.Helper()\n");
    String target = call.isVoid() ? "nil" : "&found";
    if (!call.isVoid()) {
      code.append("\tvar found %s\n".formatted(call.isText() ? "string" : call.response().name()));
    }
    DeclaredRoute change = call.change();
    String sent = body == null || change != null ? "nil" : body.name();
    if (!call.members().isEmpty()) {
      sent = Objects.requireNonNull(call.body()) + "{" + members(call) + "}";
    }
    String send =
        "db.call(\"%s\", %s, %s, %s)\n".formatted(call.route().method(), path(call), sent, target);
    if (change != null && body != null) {
      code.append(
          "\tif %s == (%s{}) {\n\t\t%s\t} else {\n".formatted(body.name(), change.body(), send));
      code.append(
          "\t\tdb.call(\"%s\", %s, %s, %s)\n\t}\n"
              .formatted(change.method(), path(call), body.name(), target));
    } else {
      code.append('\t').append(send);
    }
    if (!call.isVoid()) {
      String member = returned == null ? "" : "." + JavaSource.capitalized(returned.name());
      code.append("\treturn found").append(member).append('\n');
    }
    return code.append("}\n").toString();
  }

  private static String members(MethodCall call) {
    List<String> members =
        call.members().stream()
            .map(each -> JavaSource.capitalized(each.name()) + ": " + each.name())
            .toList();
    return String.join(", ", members);
  }

  /** Returns the parameters with their types, which consecutive parameters share. */
  private String parameters(MethodCall call) {
    List<String> parameters = new ArrayList<>();
    String last = "";
    for (Parameter each : call.method().parameters()) {
      Member member = call.member(each);
      String type =
          call.isBody(each)
              ? Objects.requireNonNull(call.body())
              : member == null ? "string" : type(member.type(), false);
      if (type.equals(last)) {
        int end = parameters.size() - 1;
        parameters.set(end, parameters.get(end).replaceAll(" \\S+$", ""));
      }
      parameters.add(each.name() + " " + type);
      last = type;
    }
    return String.join(", ", parameters);
  }

  private static String path(MethodCall call) {
    List<String> parts = call.path("url.PathEscape");
    if (!call.query().isEmpty()) {
      List<String> query = new ArrayList<>();
      for (Parameter each : call.query()) {
        query.add(JavaSource.literal(each.name()));
        query.add(each.name());
      }
      parts.add("query(" + String.join(", ", query) + ")");
    }
    return String.join("+", parts);
  }
}
