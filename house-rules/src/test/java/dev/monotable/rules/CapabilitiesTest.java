package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.monotable.generator.capability.Capabilities;
import dev.monotable.generator.capability.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Compares the doors to a database that are written by hand with the table of capabilities: the
 * handle of the JUnit extension, and the command line. So whoever adds a capability to one of them
 * adds it to the others, or says why not.
 */
class CapabilitiesTest {
  private static final String COMMAND = "picocli.CommandLine$Command";
  private static final Capabilities TABLE = Capabilities.read();

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
