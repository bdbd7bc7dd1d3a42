package dev.monotable.design;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Enforces the order of the packages: each depends only on those to its right. */
class DesignArchitectureTest {
  private static final JavaClasses DESIGN_LAB =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.monotable.design");

  /** From left to right; packages in the same list do not depend on each other. */
  private static final List<List<String>> ARROW =
      List.of(
          List.of("dev.monotable.design"),
          List.of("dev.monotable.design.render"),
          List.of("dev.monotable.design.report"),
          List.of("dev.monotable.design.outlook"),
          List.of("dev.monotable.design.contract"),
          List.of("dev.monotable.design.advice"),
          List.of("dev.monotable.design.check", "dev.monotable.design.rule"),
          List.of("dev.monotable.design.cost", "dev.monotable.design.heat"),
          List.of("dev.monotable.design.finding"),
          List.of("dev.monotable.design.load", "dev.monotable.design.trace"),
          List.of("dev.monotable.design.file", "dev.monotable.design.recording"),
          List.of(
              "dev.monotable.design.draft",
              "dev.monotable.design.sample",
              "dev.monotable.design.replay"),
          List.of("dev.monotable.design.ledger"),
          List.of("dev.monotable.design.relation"),
          List.of("dev.monotable.design.bound", "dev.monotable.design.model"),
          List.of("dev.monotable.design.scenario"));

  @Test
  void eachPackageSeesOnlyThoseToItsRight() {
    LayeredArchitecture arrow = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (List<String> packages : ARROW) {
      for (String name : packages) {
        arrow = arrow.optionalLayer(name).definedBy(name);
      }
    }
    for (int i = 0; i < ARROW.size(); i++) {
      String[] left = ARROW.subList(0, i).stream().flatMap(List::stream).toArray(String[]::new);
      for (String name : ARROW.get(i)) {
        arrow =
            i == 0
                ? arrow.whereLayer(name).mayNotBeAccessedByAnyLayer()
                : arrow.whereLayer(name).mayOnlyBeAccessedByLayers(left);
      }
    }
    arrow.check(DESIGN_LAB);
  }
}
