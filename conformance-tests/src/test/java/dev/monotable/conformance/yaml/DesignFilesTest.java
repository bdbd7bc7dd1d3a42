package dev.monotable.conformance.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the JSON Schema of design files with the example designs. */
class DesignFilesTest {
  private static final Path ROOT = Path.of("..");
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(
              ROOT.resolve("design-lab/src/main/resources/dev/monotable/design/file")
                  .resolve("design.schema.json")
                  .toAbsolutePath()
                  .toUri());

  static List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(ROOT.resolve("examples/designs"), 2)) {
      return Stream.concat(
              found.filter(file -> file.endsWith("design.yaml")).sorted(),
              Stream.of(
                  ROOT.resolve("design-lab/src/test/resources/dev/monotable/design/outlook")
                      .resolve("scenarios.yaml")))
          .toList();
    }
  }

  @Test
  void allExamplesAreFound() throws IOException {
    assertThat(files()).hasSizeGreaterThanOrEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("files")
  void anExampleFitsTheSchema(Path file) throws IOException {
    assertThat(SCHEMA.validate(CaseFiles.json(Files.readString(file)))).as("%s", file).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{tables: {T: {partitionKey: PK}}}",
        "{design: D, tables: {}}",
        "{design: D, tables: {T: {sortKey: SK}}}",
        "{design: D, tables: {T: {partitionKey: PK, color: red}}}",
        "{design: D, tables: {T: {partitionKey: {PK: BOOL}}}}",
        "{design: D, tables: {T: {partitionKey: PK, entities: {E: {count: 1}}}}}",
        "{design: D, tables: {T: {partitionKey: PK}}, patterns: {p: {operation: Dance}}}",
        "{design: D, tables: {T: {partitionKey: PK}}, accepted: [{finding: scan}]}",
        "{design: D, tables: {T: {partitionKey: PK}}, scenarios: {s: {}}}",
        "{design: D, tables: {T: {partitionKey: PK}}, scenarios: {s: {growth: {years: 3}}}}",
      })
  void anInvalidDesignDoesNotFitTheSchema(String design) throws IOException {
    assertThat(SCHEMA.validate(CaseFiles.json(design))).isNotEmpty();
  }
}
