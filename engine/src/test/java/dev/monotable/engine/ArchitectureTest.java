package dev.monotable.engine;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.core.domain.properties.HasParameterTypes.Predicates.rawParameterTypes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import dev.monotable.engine.dispatch.OperationCatalogue;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.statement.BatchExecuteStatementHandler;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.value.ItemWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Enforces the order of the packages: each depends only on those to its right. */
class ArchitectureTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.monotable.engine");

  private static final String ERROR = "dev.monotable.engine.error";

  /** From left to right; packages in the same list do not depend on each other. */
  private static final List<List<String>> ARROW =
      List.of(
          List.of("database"),
          List.of("engine"),
          List.of("log"),
          List.of("snapshot"),
          List.of("dispatch"),
          List.of("index"),
          List.of("operation.statement"),
          List.of(
              "operation.backup",
              "operation.transaction",
              "operation.stream",
              "operation.tag",
              "operation.policy"),
          List.of("operation.item", "operation.read", "operation.table", "operation.region"),
          List.of("operation.legacy"),
          List.of("operation"),
          List.of("partiql"),
          List.of("commit", "query", "journal"),
          List.of("stream", "ttl"),
          List.of("table"),
          List.of("shard"),
          List.of("definition"),
          List.of("storage"),
          List.of("expression", "validation"),
          List.of("request"),
          List.of("observe"),
          List.of("fault"),
          List.of("limits", "error"));

  @Test
  void eachPackageSeesOnlyThoseToItsRight() {
    LayeredArchitecture arrow = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (List<String> names : ARROW) {
      for (String name : names) {
        arrow =
            arrow
                .layer(name)
                .definedBy(
                    name.equals("engine")
                        ? "dev.monotable.engine"
                        : "dev.monotable.engine." + name);
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
    arrow.check(ENGINE);
  }

  @Test
  void aThreadsBuildersAreTakenByOperationsCommitsAndReadsOnly() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.monotable.engine.table",
            "dev.monotable.engine.storage",
            "dev.monotable.engine.stream",
            "dev.monotable.engine.ttl",
            "dev.monotable.engine.expression")
        .should()
        .callMethod(KeyBuilder.class, "ofThread")
        .orShould()
        .callMethod(ItemWriter.class, "ofThread")
        .check(ENGINE);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.monotable.engine.(**)").should().beFreeOfCycles().check(ENGINE);
  }

  /** Faults are asked for their values; messages are only for clients. */
  @Test
  void nothingReadsAMessage() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ERROR)
        .should()
        .callMethodWhere(
            target(name("getMessage")).and(target(owner(assignableTo(FaultException.class)))))
        .orShould()
        .callMethodWhere(
            target(name("getMessage")).and(target(owner(assignableTo(DynamoException.class)))))
        .check(ENGINE);
  }

  @Test
  void faultsAreRenderedOnlyInTheEngine() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ERROR)
        .and()
        .doNotBelongToAnyOf(
            MonotableEngine.class, OperationCatalogue.class, BatchExecuteStatementHandler.class)
        .should()
        .callMethodWhere(
            target(nameMatching("message|answer|value|otherTexts"))
                .and(target(owner(assignableTo(Wording.class)))))
        .orShould()
        .callMethodWhere(
            target(name("text"))
                .and(target(owner(assignableTo(Fault.class))))
                .and(target(rawParameterTypes(Wording.class))))
        .check(ENGINE);
  }

  /** Only the default configuration and the tags in the overlay name a wording. */
  @Test
  void noClassDependsOnParticularWordings() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ERROR)
        .and()
        .doNotBelongToAnyOf(EngineConfig.class)
        .and()
        .doNotHaveFullyQualifiedName("dev.monotable.engine.validation.Overlay")
        .should()
        .callMethodWhere(
            target(nameMatching("current|classic|all|find|label"))
                .and(target(owner(assignableTo(Wording.class)))))
        .check(ENGINE);
  }

  /** The public exception is created at the edge; inside, a {@link FaultException} is thrown. */
  @Test
  void onlyTheApiUsesThePublicException() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ERROR,
            "dev.monotable.engine",
            "dev.monotable.engine.database",
            "dev.monotable.engine.dispatch",
            "dev.monotable.engine.observe",
            "dev.monotable.engine.request")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(DynamoException.class)
        .check(ENGINE);
  }
}
