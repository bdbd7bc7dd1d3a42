package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.Section;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the operations of the control API with their handlers: for each operation, the class of
 * its section has a method of its name. The method gets the database, the other variables of the
 * path, the record of the body, and the request itself if it has a query, is about no database or
 * has the flag {@code request}. It returns the record of the response; a {@code Result} if there is
 * none, but a body, or the operation has two statuses or the flag {@code later}; otherwise nothing.
 */
final class RoutesWriter {
  private final Capabilities table;
  private final String models;

  /**
   * Creates a writer.
   *
   * @param models the package of the records
   */
  RoutesWriter(Capabilities table, String models) {
    this.table = table;
    this.models = models;
  }

  /** Returns the source of the class {@code Routes} of a package. */
  String source(String packageName) {
    JavaSource source = new JavaSource(packageName);
    String list = source.type("java.util.List");
    source.type("java.util.ArrayList");
    source.javadoc(0, "The operations of the control API, in the order of its document.");
    source.add("final class Routes {\n  private Routes() {}\n\n");
    source.javadoc(2, "Returns the operations on the databases of a configuration.");
    source.add("  static %s<ControlRoute> of(ControlConfig config) {\n", list);
    source.add("    List<ControlRoute> routes = new ArrayList<>();\n");
    List<Section> sections =
        table.sections().stream().filter(each -> !each.routes().isEmpty()).toList();
    for (Section section : sections) {
      source.add("    %s(routes, new %s);\n", method(section), section.handlers());
    }
    source.add("    return List.copyOf(routes);\n  }\n");
    for (Section section : sections) {
      source.add(
          "\n  private static void %s(List<ControlRoute> routes, %s handlers) {\n",
          method(section), handlers(section));
      section.routes().forEach(route -> add(route, source));
      source.add("  }\n");
    }
    return source.add("}\n").text();
  }

  private static String handlers(Section section) {
    return section.handlers().replaceAll("\\(.*", "");
  }

  private static String method(Section section) {
    return "add" + handlers(section);
  }

  private void add(DeclaredRoute route, JavaSource source) {
    List<String> query = route.query().stream().map(Member::name).map(JavaSource::literal).toList();
    source.add(
        """
            routes.add(
                new ControlRoute(
                    %s,
                    ControlRoute.segments(%s),
                    %s,
                    %s.%s,
                    %s,
                    List.of(%s),
                    %s));
        """,
        JavaSource.literal(route.method()),
        JavaSource.literal(route.path()),
        JavaSource.literal(route.name()),
        source.type("dev.monotable.json.HttpService.Pace"),
        route.pace(),
        String.valueOf(route.has("open")),
        String.join(", ", query),
        handler(route, source));
  }

  private String handler(DeclaredRoute route, JavaSource source) {
    List<String> arguments = new ArrayList<>();
    Set<String> variables = new LinkedHashSet<>(route.variables());
    if (route.isOfDatabase()) {
      arguments.add("request.database()");
      variables.remove("id");
    }
    variables.forEach(name -> arguments.add("request.variable(" + JavaSource.literal(name) + ")"));
    if (route.body() != null) {
      source.type(models + "." + route.body());
      arguments.add("request.body(" + route.body() + ".class)");
    }
    if (!route.query().isEmpty() || route.has("request")) {
      arguments.add("request");
    }
    String call = "handlers." + route.name() + "(" + String.join(", ", arguments) + ")";
    if (route.isResult()) {
      return "request -> " + call;
    } else if (route.response() != null) {
      return String.format(
          Locale.ROOT, "request -> Result.json(%d, %s)", route.statuses().get(0), call);
    }
    return "request -> {\n              "
        + call
        + ";\n              return Result.none();\n            }";
  }
}
