package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import dev.monotable.generator.capability.Method.Language;
import dev.monotable.generator.capability.Method.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The call of an operation by a method. */
final class MethodCall {
  private final Capabilities table;
  private final Method method;
  private final Method.Variant variant;
  private final DeclaredRoute route;

  MethodCall(Capabilities table, Method method, Language language) {
    this.table = table;
    this.method = method;
    this.variant = method.variant(language);
    this.route = table.route(method.routes().get(0));
  }

  /** Returns the calls that are generated for a language. */
  static List<MethodCall> of(Capabilities table, Language language) {
    return table.all().stream()
        .flatMap(capability -> capability.methods().stream())
        .filter(method -> method.isGenerated(language))
        .map(method -> new MethodCall(table, method, language))
        .toList();
  }

  Method method() {
    return method;
  }

  DeclaredRoute route() {
    return route;
  }

  /** Returns the operation that is called if there is a change; null if there is none. */
  @Nullable DeclaredRoute change() {
    return method.routes().size() < 2 ? null : table.route(method.routes().get(1));
  }

  /** Returns the segments of the path below that of a database; variables are in braces. */
  List<String> segments() {
    String path = route.pathInDatabase();
    return path.isEmpty() ? List.of() : List.of(path.substring(1).split("/"));
  }

  /**
   * Returns the path below that of a database, as literals and calls of a function that escapes a
   * variable.
   */
  List<String> path(String escape) {
    List<String> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (String segment : segments()) {
      literal.append('/');
      if (segment.startsWith("{")) {
        parts.add(JavaSource.literal(literal.toString()));
        literal.setLength(0);
        parts.add(escape + "(" + segment.substring(1, segment.length() - 1) + ")");
      } else {
        literal.append(segment);
      }
    }
    if (!literal.isEmpty() || parts.isEmpty()) {
      parts.add(JavaSource.literal(literal.toString()));
    }
    return parts;
  }

  /** Returns a parameter by its name. */
  Parameter parameter(String name) {
    return method.parameters().stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException(method.name() + " lacks " + name));
  }

  /** Returns the parameters of the query. */
  List<Parameter> query() {
    return method.parameters().stream()
        .filter(each -> route.query().stream().anyMatch(query -> query.name().equals(each.name())))
        .toList();
  }

  /** Returns the record of the body; null if there is none. */
  @Nullable String body() {
    DeclaredRoute change = change();
    return change == null ? route.body() : change.body();
  }

  /** Returns the member of the body that a parameter sets; null if it is the body itself. */
  @Nullable Member member(Parameter parameter) {
    String body = body();
    return body == null ? null : table.record(body).find(parameter.name());
  }

  /** Returns the parameters that are members of the body. */
  List<Parameter> members() {
    return method.parameters().stream().filter(each -> member(each) != null).toList();
  }

  /** Returns whether a parameter is the body. */
  boolean isBody(Parameter parameter) {
    return body() != null && member(parameter) == null;
  }

  /** Returns whether the method returns nothing. */
  boolean isVoid() {
    return "".equals(variant.returned())
        || (route.response() == null && route.contentTypes().isEmpty());
  }

  /** Returns whether the method returns a text. */
  boolean isText() {
    return !route.contentTypes().isEmpty();
  }

  /** Returns the member of the response that the method returns; null for the whole response. */
  @Nullable Member returned() {
    String name = variant.returned();
    return name == null || name.isEmpty()
        ? null
        : Objects.requireNonNull(response().find(name), name);
  }

  RecordType response() {
    return table.record(Objects.requireNonNull(route.response()));
  }

  /** Returns what the method does, with an example if there is one. */
  String text(String quote) {
    String example = variant.example();
    return example == null
        ? method.text()
        : method.text().replaceAll("\\.$", "") + ": " + quote + example + quote + ".";
  }
}
