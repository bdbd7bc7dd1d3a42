package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests the API that stays as it is within a major version: the public types of the packages for
 * users, except those that are {@code Experimental}.
 */
class StableApiTest {
  private static final Set<String> PACKAGES =
      Set.of(
          "dev.monotable",
          "dev.monotable.api",
          "dev.monotable.junit",
          "dev.monotable.stream",
          "dev.monotable.value",
          "dev.monotable.engine",
          "dev.monotable.engine.database",
          "dev.monotable.engine.snapshot",
          "dev.monotable.engine.limits",
          "dev.monotable.engine.error",
          "dev.monotable.engine.observe",
          "dev.monotable.engine.fault");

  private static final String EXPERIMENTAL = "dev.monotable.api.Experimental";

  /** The types of other packages in results; and AWS's service model, which only AWS changes. */
  private static final Set<String> ALSO =
      Set.of(
          "dev.monotable.formats.item.LoadSummary", "dev.monotable.model", "dev.monotable.schema");

  /** A type is added to the list, or gets the mark, before it is released; none is removed. */
  @Test
  void theStableTypesAreThoseOfTheList() throws IOException {
    TreeSet<String> stable = new TreeSet<>();
    for (JavaClass type : PackagesTest.CLASSES) {
      if (isStable(type)) {
        stable.add(type.getName());
      }
    }
    assertThat(String.join("\n", stable) + "\n").isEqualTo(list());
  }

  /** Otherwise, what a caller can do with a stable type could change. */
  @Test
  void aStableMemberMentionsStableTypesOnly() {
    List<String> found = new ArrayList<>();
    for (JavaClass type : PackagesTest.CLASSES) {
      if (!isStable(type)) {
        continue;
      }
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        if (!isPublished(unit.getModifiers()) || unit.isAnnotatedWith(EXPERIMENTAL)) {
          continue;
        }
        for (JavaClass mentioned : unit.getAllInvolvedRawTypes()) {
          JavaClass base = mentioned.getBaseComponentType();
          if (base.getName().startsWith("dev.monotable.")
              && !ALSO.contains(base.getName())
              && !ALSO.contains(base.getPackageName())
              && !isStable(base)) {
            found.add(unit.getFullName() + " mentions " + base.getName());
          }
        }
      }
    }
    assertThat(String.join("\n", found)).isEmpty();
  }

  private static boolean isStable(JavaClass type) {
    return PACKAGES.contains(type.getPackageName()) && isVisible(type) && !isExperimental(type);
  }

  private static boolean isVisible(JavaClass type) {
    return isPublished(type.getModifiers())
        && !type.isAnonymousClass()
        && !type.getSimpleName().equals("package-info")
        && type.getEnclosingClass().map(StableApiTest::isVisible).orElse(true);
  }

  private static boolean isPublished(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  private static boolean isExperimental(JavaClass type) {
    return type.isAnnotatedWith(EXPERIMENTAL)
        || type.getPackage().isAnnotatedWith(EXPERIMENTAL)
        || type.getEnclosingClass().map(StableApiTest::isExperimental).orElse(false)
        || type.getRawInterfaces().stream()
            .anyMatch(above -> isInPackageOf(type, above) && isExperimental(above));
  }

  /** The subtypes of a sealed type are in its package. */
  private static boolean isInPackageOf(JavaClass type, JavaClass other) {
    return type.getPackageName().equals(other.getPackageName());
  }

  private static String list() throws IOException {
    try (InputStream in = StableApiTest.class.getResourceAsStream("stable-api.txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
