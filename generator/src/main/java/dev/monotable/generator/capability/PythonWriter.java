package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.EnumType;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import dev.monotable.generator.capability.Method.Language;
import dev.monotable.generator.capability.Method.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the types and the calls of the package for Python. */
final class PythonWriter {
  private static final int WIDTH = 96;

  /** The names of members that are keywords, and of the parameters that stand for them. */
  private static final Map<String, String> KEYWORDS = Map.of("from", "start");

  private final Capabilities table;

  PythonWriter(Capabilities table) {
    this.table = table;
  }

  /** Returns the types of requests and responses. */
  String model() {
    StringBuilder text =
        new StringBuilder(
            """
            \"""The types of the control API.

            %s
            \"""

            from __future__ import annotations

            from typing import Any, Dict, List, Literal, TypedDict
            """
                .formatted(GenerateCapabilities.NOTE));
    for (RecordType type : new TreeMap<>(table.records()).values()) {
      text.append("\n\n").append(definition(type));
    }
    return text.toString();
  }

  private String definition(RecordType type) {
    List<Member> optional = type.members().stream().filter(Member::nullable).toList();
    List<Member> required = type.members().stream().filter(each -> !each.nullable()).toList();
    String name = type.name();
    if (type.members().stream().anyMatch(each -> KEYWORDS.containsKey(each.name()))) {
      StringBuilder text = new StringBuilder(); // only this form can have such a member
      text.append("%s = TypedDict(\n    \"%s\",\n    {\n".formatted(name, name));
      optional.forEach(
          each -> text.append("        \"%s\": %s,\n".formatted(each.name(), type(each.type()))));
      return text.append("    },\n    total=False,\n)\n").toString();
    }
    StringBuilder text = new StringBuilder();
    String base = "TypedDict";
    if (!optional.isEmpty() && !required.isEmpty()) {
      base = "_" + name + "Required";
      text.append("class %s(TypedDict):\n%s\n\n".formatted(base, members(required)));
    }
    String total = optional.isEmpty() ? "" : ", total=False";
    return text.append("class %s(%s%s):\n".formatted(name, base, total))
        .append(docstring(type.text(), 4))
        .append('\n')
        .append(members(optional.isEmpty() ? required : optional))
        .toString();
  }

  private String members(List<Member> members) {
    StringBuilder text = new StringBuilder();
    members.forEach(each -> text.append("    %s: %s\n".formatted(each.name(), type(each.type()))));
    return text.toString();
  }

  private static String docstring(String text, int indent) {
    String prefix = " ".repeat(indent);
    List<String> lines = JavaSource.wrap("\"\"\"" + text + "\"\"\"", WIDTH - indent);
    return prefix + String.join("\n" + prefix, lines) + "\n";
  }

  private String type(Type type) {
    EnumType constants = table.enums().get(type.name());
    if (constants != null) {
      List<String> values = constants.values().keySet().stream().map(JavaSource::literal).toList();
      return "Literal[" + String.join(", ", values) + "]";
    }
    return switch (type.name()) {
      case "int", "long" -> "int";
      case "double" -> "float";
      case "boolean" -> "bool";
      case "String", "Instant", "Duration" -> "str";
      case "List" -> "List[" + type(type.element()) + "]";
      case "Map" -> "Dict[str, " + type(type.element()) + "]";
      case "Json" -> "Dict[str, Any]";
      default -> type.name();
    };
  }

  /** Returns the methods that call one operation. */
  String calls() {
    List<MethodCall> calls = MethodCall.of(table, Language.PYTHON);
    Set<String> types = new TreeSet<>();
    StringBuilder methods = new StringBuilder();
    calls.forEach(call -> methods.append('\n').append(method(call, types)));
    return """
    \"""The calls of the control API about a database.

    %s
    \"""

    from __future__ import annotations

    from typing import Any, List, Optional, Union, cast

    from ._control import query, segment, text
    from ._model import (
        %s,
    )


    class DatabaseCalls:
        \"""The calls of the control API about a database.\"""

        @property
        def id(self) -> str:
            \"""The ID of the database, which is its access key.\"""
            raise NotImplementedError

        def _call(self, method: str, path: str, body: Optional[object] = None) -> Any:
            raise NotImplementedError
    %s\
    """
        .formatted(GenerateCapabilities.NOTE, String.join(",\n    ", types), methods);
  }

  private String method(MethodCall call, Set<String> types) {
    List<String> parameters = new ArrayList<>(List.of("self"));
    call.method().parameters().forEach(each -> parameters.add(parameter(call, each)));
    StringBuilder send = new StringBuilder("self._call(");
    send.append(JavaSource.literal(call.route().method())).append(", ").append(path(call));
    if (!call.members().isEmpty()) {
      List<String> members =
          call.members().stream()
              .map(each -> JavaSource.literal(each.name()) + ": " + name(each))
              .toList();
      send.append(", {").append(String.join(", ", members)).append('}');
    }
    send.append(')');
    Member returned = call.returned();
    String type = "None";
    String statement = send.toString();
    if (call.isText()) {
      type = "str";
      statement = "return text(" + send + ")";
    } else if (!call.isVoid()) {
      type = returned == null ? call.response().name() : type(returned.type());
      String member = returned == null ? "" : "[" + JavaSource.literal(returned.name()) + "]";
      String value = send + member;
      statement = "return cast(" + type + ", " + value + ")";
      if (statement.length() > WIDTH - 8) {
        statement = "return cast(\n            " + type + ", " + value + "\n        )";
      }
      table.records().keySet().stream()
          .filter(type.replaceAll(".*\\[|].*", "")::equals)
          .forEach(types::add);
    }
    return "    def %s(%s) -> %s:\n%s        %s\n"
        .formatted(
            call.method().name(Language.PYTHON),
            String.join(", ", parameters),
            type,
            docstring(call.text("``"), 8),
            statement);
  }

  private static String name(Parameter parameter) {
    return KEYWORDS.getOrDefault(parameter.name(), parameter.name());
  }

  private String parameter(MethodCall call, Parameter parameter) {
    Member member = call.member(parameter);
    String type = member == null ? "str" : type(member.type());
    String name = name(parameter);
    if (parameter.database()) {
      return name + ": Union[str, \"DatabaseCalls\"]";
    } else if (parameter.optional()) {
      return name + ": Optional[" + type + "] = None";
    } else if (!parameter.values().isEmpty()) {
      String value = parameter.values().get(0);
      return name
          + ": "
          + type
          + " = "
          + (type.equals("bool") ? JavaSource.capitalized(value) : JavaSource.literal(value));
    }
    return name + ": " + type;
  }

  private static String path(MethodCall call) {
    List<String> parts = call.path("segment");
    List<String> query = new ArrayList<>();
    for (Parameter each : call.query()) {
      String name = name(each);
      String value =
          each.database() ? name + " if isinstance(" + name + ", str) else " + name + ".id" : name;
      query.add(
          name.equals(each.name())
              ? name + "=" + value
              : "**{" + JavaSource.literal(each.name()) + ": " + value + "}");
    }
    if (!query.isEmpty()) {
      parts.add("query(" + String.join(", ", query) + ")");
    }
    return String.join(" + ", parts);
  }
}
