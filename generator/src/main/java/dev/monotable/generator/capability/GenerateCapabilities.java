package dev.monotable.generator.capability;

import dev.monotable.generator.SourceFiles;
import dev.monotable.generator.capability.Capabilities.EnumType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The command line: {@code GenerateCapabilities WHAT DIRECTORY [FILE]} writes what the table of
 * capabilities declares of a door into a directory.
 */
public final class GenerateCapabilities {
  private static final String CONTROL = "dev.monotable.control";
  private static final String CLI = "dev.monotable.cli";
  private static final String COMMANDS = CLI + ".control";

  /** The first line of generated files that the repository contains. */
  static final String NOTE =
      "Generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write";

  private GenerateCapabilities() {}

  /**
   * Writes the files.
   *
   * @param arguments {@code control}, {@code commands} or {@code handle}, and the directory; for
   *     the last one, the source of the interface, too
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    Capabilities table = Capabilities.read();
    switch (arguments[0]) {
      case "control" -> SourceFiles.writeAll(directory, control(table));
      case "commands" -> SourceFiles.writeAll(directory, commands(table));
      case "handle" -> SourceFiles.writeAll(directory, handle(Path.of(arguments[2])));
      default -> throw new IllegalArgumentException("unknown: " + arguments[0]);
    }
  }

  /** Returns the sources and resources of the control API, by their paths. */
  private static Map<String, String> control(Capabilities table) {
    Map<String, String> files = new TreeMap<>();
    String models = CONTROL + ".model";
    new RecordsWriter(table, models)
        .sources()
        .forEach((name, source) -> files.put(path(models) + name + ".java", source));
    files.put(path(CONTROL) + "Routes.java", new RoutesWriter(table, models).source(CONTROL));
    for (EnumType type : table.enums().values()) {
      if (!type.made().isEmpty()) {
        MakerWriter maker = new MakerWriter(table, type);
        files.put(path(CONTROL) + maker.className() + ".java", maker.source(CONTROL, models));
      }
    }
    files.put(
        path(CONTROL) + "openapi.json",
        JsonTree.compact(OpenApiWriter.document(table, OpenApiWriter.VERSION)));
    return files;
  }

  /** Returns the sources of the commands, by their paths. */
  private static Map<String, String> commands(Capabilities table) {
    Map<String, String> files = new TreeMap<>();
    files.put(path(CLI) + "Subcommand.java", new SubcommandWriter(table).source(CLI));
    new CommandsWriter(table, COMMANDS)
        .sources()
        .forEach((name, source) -> files.put(path(COMMANDS) + name + ".java", source));
    return files;
  }

  /** Returns the source of the handle that passes all calls to another one, by its path. */
  private static Map<String, String> handle(Path file) throws IOException {
    ForwardingWriter writer = new ForwardingWriter(file);
    return Map.of(path(writer.packageName()) + writer.className() + ".java", writer.source());
  }

  /**
   * Returns the files that the repository contains, by their paths.
   *
   * @param root that of the repository, with the files of which parts are generated
   */
  static Map<String, String> published(Capabilities table, Path root) throws IOException {
    Map<String, String> files = new TreeMap<>();
    GuideWriter guide = new GuideWriter(table);
    for (String page :
        List.of(
            "docs/control-api.md",
            "docs/testing.md",
            "command-line/src/test/resources/dev/monotable/cli/exit-codes.txt")) {
      files.put(page, guide.page(Files.readString(root.resolve(page))));
    }
    files.put("docs/openapi.json", JsonTree.indented(OpenApiWriter.document(table, "1.0")));
    JavaScriptWriter javascript = new JavaScriptWriter(table);
    files.put("clients/javascript/src/model.ts", javascript.model());
    files.put("clients/javascript/src/calls.ts", javascript.calls());
    files.put(
        "console/src/main/resources/dev/monotable/console/pages/calls.js",
        new ConsoleWriter(table).calls());
    PythonWriter python = new PythonWriter(table);
    files.put("clients/python/src/monotable/_model.py", python.model());
    files.put("clients/python/src/monotable/_calls.py", python.calls());
    GoWriter go = new GoWriter(table);
    files.put("clients/go/model.go", go.model());
    files.put("clients/go/calls.go", go.calls());
    return files;
  }

  private static String path(String packageName) {
    return packageName.replace('.', '/') + "/";
  }
}
