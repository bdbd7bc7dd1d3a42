package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.EnumType;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import dev.monotable.generator.capability.Method.Language;
import dev.monotable.generator.capability.Method.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the types and the calls of the package for JavaScript. */
final class JavaScriptWriter {
  private static final int WIDTH = 110;

  private final Capabilities table;

  JavaScriptWriter(Capabilities table) {
    this.table = table;
  }

  /** Returns the types of requests and responses. */
  String model() {
    StringBuilder text = new StringBuilder("// ").append(GenerateCapabilities.NOTE).append("\n\n");
    for (RecordType type : new TreeMap<>(table.records()).values()) {
      text.append("/** %s */\nexport interface %s {\n".formatted(type.text(), type.name()));
      for (Member member : type.members()) {
        text.append("  /** %s */\n".formatted(member.text()));
        text.append("  %s%s: ".formatted(member.name(), member.nullable() ? "?" : ""));
        text.append(type(member.type())).append(";\n");
      }
      text.append("}\n\n");
    }
    return text.substring(0, text.length() - 1);
  }

  private String type(Type type) {
    EnumType constants = table.enums().get(type.name());
    if (constants != null) {
      return union(List.copyOf(constants.values().keySet()));
    }
    return switch (type.name()) {
      case "int", "long", "double" -> "number";
      case "String", "Instant", "Duration" -> "string";
      case "List" -> type(type.element()) + "[]";
      case "Map" -> "Record<string, " + type(type.element()) + ">";
      case "Json" -> "Record<string, unknown>";
      default -> type.name();
    };
  }

  private static String union(List<String> values) {
    return String.join(" | ", values.stream().map(each -> "'" + each + "'").toList());
  }

  /** Returns the methods that call one operation. */
  String calls() {
    List<MethodCall> calls = MethodCall.of(table, Language.JAVASCRIPT);
    Set<String> types = new TreeSet<>();
    StringBuilder methods = new StringBuilder();
    for (MethodCall call : calls) {
      methods.append('\n').append(comment(call.text("`"))).append(method(call, types));
    }
    return """
    // %s
    import { query } from './control';
    import type {
      %s,
    } from './model';

    /** Sends a request about a database. */
    export type Send = <T = void>(method: string, path: string, body?: unknown) => Promise<T>;

    /** The calls of the control API about a database. */
    export class DatabaseCalls {
      readonly #call: Send;

      constructor(send: Send) {
        this.#call = send;
      }
    %s}
    """
        .formatted(GenerateCapabilities.NOTE, String.join(",\n  ", types), methods);
  }

  private static String comment(String text) {
    List<String> lines = JavaSource.wrap(text, WIDTH - "   * ".length());
    return lines.size() == 1 && text.length() <= WIDTH - "  /**  */".length()
        ? "  /** " + text + " */\n"
        : "  /**\n   * " + String.join("\n   * ", lines) + "\n   */\n";
  }

  private String method(MethodCall call, Set<String> types) {
    List<String> parameters = new ArrayList<>();
    for (Parameter each : call.method().parameters()) {
      parameters.add(parameter(call, each, types));
    }
    String body =
        call.members().isEmpty()
            ? ""
            : ", { "
                + String.join(", ", call.members().stream().map(Parameter::name).toList())
                + " }";
    for (Parameter each : call.method().parameters()) {
      body = call.isBody(each) && call.change() == null ? ", " + each.name() : body;
    }
    String send = "this.#call('" + call.route().method() + "', " + path(call) + body + ")";
    String name = call.method().name(Language.JAVASCRIPT);
    String list = String.join(", ", parameters);
    if (call.isVoid()) {
      return "  async %s(%s): Promise<void> {\n    await %s;\n  }\n".formatted(name, list, send);
    } else if (call.isText()) {
      return "  async %s(%s): Promise<string> {\n    return (await %s) ?? '';\n  }\n"
          .formatted(name, list, send.replace("#call(", "#call<string | undefined>("));
    }
    types.add(call.response().name());
    DeclaredRoute change = call.change();
    if (change != null) {
      String changed = call.method().parameters().get(0).name();
      send =
          "%s ? this.#call('%s', %s, %s) : %s"
              .formatted(changed, change.method(), path(call), changed, send);
    }
    return "  %s(%s): Promise<%s> {\n    return %s;\n  }\n"
        .formatted(name, list, call.response().name(), send);
  }

  private String parameter(MethodCall call, Parameter parameter, Set<String> types) {
    String name = parameter.name() + (parameter.optional() ? "?" : "");
    Member member = call.member(parameter);
    if (call.isBody(parameter)) {
      types.add(call.body());
      return name + ": " + call.body();
    } else if (parameter.database()) {
      return name + ": string | { readonly id: string }";
    } else if (parameter.values().size() == 1) {
      return name + " = " + parameter.values().get(0);
    } else if (!parameter.values().isEmpty()) {
      return name + ": " + union(parameter.values()) + " = '" + parameter.values().get(0) + "'";
    }
    return name + ": " + (member == null ? "string" : type(member.type()));
  }

  private static String path(MethodCall call) {
    StringBuilder path = new StringBuilder();
    for (String segment : call.segments()) {
      path.append('/');
      path.append(
          segment.startsWith("{")
              ? "${encodeURIComponent(" + segment.substring(1, segment.length() - 1) + ")}"
              : segment);
    }
    List<String> query = new ArrayList<>();
    for (Parameter each : call.query()) {
      String name = each.name();
      query.add(
          each.database()
              ? name + ": typeof " + name + " === 'string' ? " + name + " : " + name + ".id"
              : name);
    }
    if (!query.isEmpty()) {
      path.append("${query({ ").append(String.join(", ", query)).append(" })}");
    }
    String quote = path.indexOf("$") < 0 ? "'" : "`";
    return quote + path + quote;
  }
}
