package dev.monotable.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.monotable.rules.Project.Module;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the dependencies between packages in all modules. A test of the engine checks the order of
 * the packages inside the engine.
 */
class PackagesTest {

  /** The main code of all modules, and the tests of modules that contain only tests. */
  static final JavaClasses CLASSES = classes();

  /** Unlike a pattern, this includes the root package. */
  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          String name = type.getPackageName();
          return name.startsWith("dev.monotable")
              ? SliceIdentifier.of(name)
              : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
          return "each package";
        }
      };

  private static JavaClasses classes() {
    List<Path> directories = new ArrayList<>();
    for (Module module : Project.modules()) {
      Path directory = module.isTestOnly() ? module.testClasses() : module.mainClasses();
      assertThat(Files.isDirectory(directory)).as("%s is compiled", module.name()).isTrue();
      directories.add(directory);
    }
    return new ClassFileImporter().importPaths(directories);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles().check(CLASSES);
  }

  /** Tests that other modules use only the engine's public packages. */
  @Test
  void onlyTheApiOfTheEngineIsUsed() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.monotable.engine..", "dev.monotable.conformance..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.monotable.engine..")
                .and(
                    not(
                        resideInAnyPackage(
                            "dev.monotable.engine",
                            "dev.monotable.engine.database",
                            "dev.monotable.engine.log",
                            "dev.monotable.engine.snapshot",
                            "dev.monotable.engine.limits",
                            "dev.monotable.engine.error",
                            "dev.monotable.engine.observe",
                            "dev.monotable.engine.fault",
                            "dev.monotable.engine.footprint",
                            "dev.monotable.engine.request",
                            "dev.monotable.engine.partition",
                            "dev.monotable.engine.bucket",
                            "dev.monotable.engine.transfer"))))
        .check(CLASSES);
  }
}
