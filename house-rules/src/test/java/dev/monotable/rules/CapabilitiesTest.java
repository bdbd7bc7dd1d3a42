package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.monotable.generator.capability.Capabilities;
import dev.monotable.generator.capability.Capability;
import dev.monotable.generator.capability.Method.Language;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Compares the doors to a database with the table of capabilities, because much of them is written
 * by hand: the handle of the JUnit extension, the command line, the packages of other languages. So
 * whoever adds a capability to one of them adds it to the others, or says why not.
 */
class CapabilitiesTest {
  private static final String COMMAND = "picocli.CommandLine$Command";
  private static final Capabilities TABLE = Capabilities.read();

  /** The methods that lead SDKs to a database, or name it. */
  private static final Set<String> OF_SDKS =
      Set.of("constructor", "config", "Config", "environment", "Setenv", "id", "ID", "String");

  @Test
  void theHandleHasWhatTheTableSays() {
    TreeSet<String> names = new TreeSet<>();
    names.addAll(methods("dev.monotable.Monotable", ""));
    names.addAll(methods("dev.monotable.Faults", "faults."));
    names.addAll(methods("dev.monotable.Faults$Rule", "faults."));
    names.addAll(methods("dev.monotable.stream.TableStream", "stream."));
    names.addAll(methods("dev.monotable.stream.LambdaEventSource", "stream."));

    assertThat(listed(TABLE.handles())).containsExactlyElementsOf(names);
  }

  @Test
  void theCommandLineHasWhatTheTableSays() {
    TreeSet<String> names = new TreeSet<>();
    for (JavaClass type : PackagesTest.CLASSES) {
      String name = command(type);
      if (name != null && subcommands(type).isEmpty()) {
        names.add(name);
      }
    }
    List<String> commands = new ArrayList<>();
    for (Capability capability : TABLE.all()) {
      capability.commands().forEach(command -> commands.add(command.name()));
    }

    assertThat(listed(commands)).containsExactlyElementsOf(names);
  }

  @Test
  void thePackagesHaveWhatTheTableSays() throws IOException {
    Path clients = Project.root().resolve("clients");
    String javascript =
        body(clients.resolve("javascript/src/database.ts"), "export class Database ", "\n}\n")
            + body(clients.resolve("javascript/src/calls.ts"), "export class", "\n}\n");
    String python =
        body(clients.resolve("python/src/monotable/_database.py"), "class Database(", "\n\n\n")
            + body(clients.resolve("python/src/monotable/_calls.py"), "class ", "\n\n\n");
    StringBuilder go = new StringBuilder();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(clients.resolve("go"), "*.go")) {
      for (Path file : files) {
        go.append(Files.readString(file)).append('\n');
      }
    }

    assertThat(listed(methodsOf(Language.JAVASCRIPT)))
        .containsExactlyElementsOf(
            found(javascript, "  (?:async |get |readonly )?([a-z]\\w*)[(:].*"));
    assertThat(listed(methodsOf(Language.PYTHON)))
        .containsExactlyElementsOf(
            found(python, "(?: {4}def | {8}self\\.)([a-z]\\w*)(?:\\(| =|: ).*"));
    assertThat(listed(methodsOf(Language.GO)))
        .containsExactlyElementsOf(found(go.toString(), "func \\(db \\*DB\\) ([A-Z]\\w*)\\(.*"));
  }

  private static List<String> methodsOf(Language language) {
    return TABLE.all().stream()
        .flatMap(capability -> capability.methods().stream())
        .filter(method -> method.isIn(language))
        .flatMap(method -> method.names(language).stream())
        .toList();
  }

  /** Returns the part of a file from a text to the end of what it begins. */
  private static String body(Path file, String start, String end) throws IOException {
    String text = Files.readString(file) + "\n\n";
    int from = text.indexOf(start);
    assertThat(from).as("%s in %s", start, file).isNotNegative();
    return text.substring(from, text.indexOf(end, from)) + '\n';
  }

  private static SortedSet<String> found(String text, String line) {
    TreeSet<String> names = new TreeSet<>();
    Pattern pattern = Pattern.compile(line);
    for (String each : text.split("\n", -1)) {
      Matcher matcher = pattern.matcher(each);
      if (matcher.matches() && !OF_SDKS.contains(matcher.group(1))) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }

  private static SortedSet<String> methods(String type, String prefix) {
    TreeSet<String> names = new TreeSet<>();
    for (JavaMethod method : type(type).getMethods()) {
      if (method.getModifiers().contains(JavaModifier.PUBLIC)
          && !method.getModifiers().contains(JavaModifier.STATIC)
          && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
          && !method.getName().equals("toString")) {
        names.add(prefix + method.getName());
      }
    }
    return names;
  }

  private static JavaClass type(String name) {
    return PackagesTest.CLASSES.get(name);
  }

  /** Returns the name of a command behind those of the commands that it belongs to; or null. */
  private static String command(JavaClass type) {
    Object name = annotated(type, "name");
    if (name == null) {
      return null;
    }
    for (JavaClass other : PackagesTest.CLASSES) {
      if (subcommands(other).contains(type)) {
        return command(other) + " " + name;
      }
    }
    return name.toString();
  }

  private static List<JavaClass> subcommands(JavaClass type) {
    return annotated(type, "subcommands") instanceof JavaClass[] classes
        ? List.of(classes)
        : List.of();
  }

  private static Object annotated(JavaClass type, String member) {
    return type.tryGetAnnotationOfType(COMMAND)
        .flatMap(annotation -> annotation.get(member))
        .orElse(null);
  }

  private static SortedSet<String> listed(List<String> names) {
    assertThat(names).doesNotHaveDuplicates();
    return new TreeSet<>(names);
  }
}
