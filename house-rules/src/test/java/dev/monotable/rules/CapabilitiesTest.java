package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaEnumConstant;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Compares what the three doors to a database can do: the handle of the JUnit extension, the
 * control API, and the command line. {@code capabilities.txt} has a row for each capability, with
 * its name behind each door; what a door lacks has a reason. So whoever adds a capability to one of
 * them adds it to the others, or says why not.
 */
class CapabilitiesTest {
  private static final String COMMAND = "picocli.CommandLine$Command";
  private static final Pattern OPERATION = Pattern.compile("\"operationId\"\\s*:\\s*\"([^\"]+)\"");
  private static final String NONE = "-";

  /** A line of the file. */
  private record Row(List<String> handle, List<String> api, List<String> commands, String reason) {
    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      assertThat(cells).as(line).hasSize(5);
      Row row = new Row(names(cells[1]), names(cells[2]), names(cells[3]), cells[4].strip());
      boolean complete = !row.handle.isEmpty() && !row.api.isEmpty() && !row.commands.isEmpty();
      assertThat(row.reason.isEmpty())
          .as("a reason where a door lacks it: " + line)
          .isEqualTo(complete);
      return row;
    }

    private static List<String> names(String cell) {
      return cell.strip().equals(NONE) ? List.of() : List.of(cell.strip().split(",\\s*"));
    }
  }

  @Test
  void theHandleHasWhatTheListSays() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    names.addAll(methods("dev.monotable.Monotable", ""));
    names.addAll(methods("dev.monotable.Faults", "faults."));
    names.addAll(methods("dev.monotable.Faults$Rule", "faults."));
    names.addAll(methods("dev.monotable.stream.TableStream", "stream."));
    names.addAll(methods("dev.monotable.stream.LambdaEventSource", "stream."));

    assertThat(listed(rows().stream().map(Row::handle).toList())).containsExactlyElementsOf(names);
  }

  @Test
  void theControlApiHasWhatTheListSays() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    String document = Files.readString(Project.root().resolve("docs/openapi.json"));
    Matcher operation = OPERATION.matcher(document);
    while (operation.find()) {
      names.add(operation.group(1));
    }
    names.addAll(
        components(
            "dev.monotable.control.model.MappingModel$EventSourceMappingToCreate", "mapping."));
    names.addAll(components("dev.monotable.control.model.RequestModel$FaultToAdd", "fault."));
    for (JavaEnumConstant each :
        type("dev.monotable.control.model.RequestModel$FaultName").getEnumConstants()) {
      names.add("fault." + camelCase(each.name()));
    }

    assertThat(listed(rows().stream().map(Row::api).toList())).containsExactlyElementsOf(names);
  }

  @Test
  void theCommandLineHasWhatTheListSays() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (JavaClass type : PackagesTest.CLASSES) {
      String name = command(type);
      if (name != null && subcommands(type).isEmpty()) {
        names.add(name);
      }
    }

    assertThat(listed(rows().stream().map(Row::commands).toList()))
        .containsExactlyElementsOf(names);
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

  private static SortedSet<String> components(String type, String prefix) {
    TreeSet<String> names = new TreeSet<>();
    for (JavaField field : type(type).getFields()) {
      if (!field.getModifiers().contains(JavaModifier.STATIC)) {
        names.add(prefix + field.getName());
      }
    }
    return names;
  }

  private static JavaClass type(String name) {
    return PackagesTest.CLASSES.get(name);
  }

  private static String camelCase(String constant) {
    StringBuilder name = new StringBuilder();
    for (String word : constant.split("_")) {
      name.append(name.isEmpty() ? word.charAt(0) : word.substring(0, 1));
      name.append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
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

  private static SortedSet<String> listed(List<List<String>> cells) {
    List<String> names = new ArrayList<>();
    cells.forEach(names::addAll);
    assertThat(names).doesNotHaveDuplicates();
    return new TreeSet<>(names);
  }

  private static List<Row> rows() throws IOException {
    try (InputStream stream = CapabilitiesTest.class.getResourceAsStream("capabilities.txt")) {
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Row::of)
          .toList();
    }
  }
}
