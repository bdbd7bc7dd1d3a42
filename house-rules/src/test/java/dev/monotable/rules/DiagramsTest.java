package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Tests that the diagrams in ARCHITECTURE.md show the dependencies that the compiled classes have.
 * A diagram leaves out an arrow if a longer path of arrows leads to the same place. A comment
 * before each diagram says what it shows: {@code <!-- arrows: modules -->}, or the packages below
 * one.
 */
class DiagramsTest {
  private static final Path DOCUMENT = Project.root().resolve("ARCHITECTURE.md");

  @Test
  void theModulesDependOnEachOtherAsDrawn() throws IOException {
    Map<String, String> modules = new TreeMap<>();
    for (JavaClass type : PackagesTest.CLASSES) {
      String file = Path.of(type.getSource().orElseThrow().getUri()).toString();
      Path below = Project.root().relativize(Path.of(file));
      // Tests of the rules themselves depend on everything; the generator is part of a module.
      boolean isDrawn = !below.startsWith("house-rules") && below.getName(1).endsWith("target");
      modules.put(type.getName(), isDrawn ? below.getName(0).toString() : "");
    }
    check("modules", arrows(type -> modules.getOrDefault(type.getName(), "")));
  }

  @Test
  void thePackagesOfTheEngineDependOnEachOtherAsDrawn() throws IOException {
    checkPackages("dev.monotable.engine");
  }

  @Test
  void thePackagesOfTheDesignLabDependOnEachOtherAsDrawn() throws IOException {
    checkPackages("dev.monotable.design");
  }

  private static void checkPackages(String root) throws IOException {
    check(root, arrows(type -> room(root, type.getPackageName())));
  }

  /** Returns the name of a package in a diagram; empty if it is not in it. */
  private static String room(String root, String name) {
    if (name.equals(root)) {
      return root.substring(root.lastIndexOf('.') + 1);
    }
    return name.startsWith(root + ".") ? name.substring(root.length() + 1) : "";
  }

  /** Returns what each place depends on; a class in the place "" is left out. */
  private static Map<String, Set<String>> arrows(Function<JavaClass, String> place) {
    Map<String, Set<String>> arrows = new TreeMap<>();
    for (JavaClass type : PackagesTest.CLASSES) {
      String from = place.apply(type);
      if (from.isEmpty()) {
        continue;
      }
      Set<String> targets = arrows.computeIfAbsent(from, name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String to = place.apply(dependency.getTargetClass().getBaseComponentType());
        if (!to.isEmpty() && !to.equals(from)) {
          targets.add(to);
        }
      }
    }
    assertThat(arrows).hasSizeGreaterThan(10);
    return arrows;
  }

  private static void check(String name, Map<String, Set<String>> arrows) throws IOException {
    List<String> lines = new ArrayList<>();
    arrows.forEach(
        (from, targets) -> {
          Set<String> direct = new TreeSet<>(targets);
          direct.removeIf(target -> isReachedOtherwise(arrows, targets, target));
          if (!direct.isEmpty()) {
            lines.add("  " + from + " --> " + String.join(" & ", direct));
          }
        });
    assertThat(String.join("\n", drawn(name)))
        .as("the diagram '%s' in ARCHITECTURE.md", name)
        .isEqualTo(String.join("\n", lines));
  }

  /** Returns whether a path over another target leads to this one. */
  private static boolean isReachedOtherwise(
      Map<String, Set<String>> arrows, Set<String> targets, String target) {
    Set<String> reached = new TreeSet<>();
    List<String> open = new ArrayList<>(targets);
    open.remove(target);
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      for (String further : arrows.getOrDefault(next, Set.of())) {
        if (further.equals(target)) {
          return true;
        }
        if (reached.add(further)) {
          open.add(further);
        }
      }
    }
    return false;
  }

  /** Returns the arrows of a diagram, one line for each place that they begin at. */
  private static List<String> drawn(String name) throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int at = lines.indexOf("<!-- arrows: " + name + " -->");
    assertThat(at).as("a comment before the diagram '%s'", name).isNotNegative();
    List<String> drawn = new ArrayList<>();
    for (int i = at + 3; !lines.get(i).equals("```"); i++) {
      drawn.add(lines.get(i));
    }
    return drawn;
  }
}
