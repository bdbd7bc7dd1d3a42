package dev.monotable.conformance.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the JSON Schema of reports with the reports of the example designs. */
class ReportSchemaTest {
  private static final Path DESIGN_LAB = Path.of("../design-lab/src");
  private static final String PACKAGE = "resources/dev/monotable/design/render";
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(
              DESIGN_LAB
                  .resolve("main")
                  .resolve(PACKAGE)
                  .resolve("report.schema.json")
                  .toAbsolutePath()
                  .toUri());

  @ParameterizedTest
  @ValueSource(strings = {"orders", "products", "chat", "music", "against", "scenarios"})
  void aReportFitsTheSchema(String design) throws IOException {
    assertThat(SCHEMA.validate(CaseFiles.json(report(design)))).isEmpty();
  }

  @Test
  void aReportWithAnotherMemberDoesNotFitTheSchema() throws IOException {
    assertThat(
            SCHEMA.validate(
                CaseFiles.json(report("orders").replace("\"matrix\":", "\"matrices\":"))))
        .isNotEmpty();
  }

  private static String report(String design) throws IOException {
    return Files.readString(DESIGN_LAB.resolve("test").resolve(PACKAGE).resolve(design + ".json"));
  }
}
