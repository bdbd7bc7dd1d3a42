package dev.monotable.conformance.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that all files of cases have the canonical form and match their schemas. */
@Execution(ExecutionMode.CONCURRENT)
class CaseFilesTest {
  /** The first line of a file, which names the schema for editors. */
  private static final Pattern MODELINE =
      Pattern.compile("# yaml-language-server: \\$schema=([a-z-]+\\.schema\\.json)\n");

  private static final int LINES = 3_000;

  private static final Map<Path, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

  static List<Path> files() throws IOException {
    return CaseFiles.all(Path.of(""));
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileIsInCanonicalForm(Path file) throws IOException {
    String text = Files.readString(file);
    assertThat(text)
        .as("%s is not in canonical form: run conformance-tests/format-cases", file)
        .isEqualTo(YamlFormat.format(text));
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileIsShortEnoughToReview(Path file) throws IOException {
    assertThat(Files.readAllLines(file)).as("lines of %s", file).hasSizeLessThanOrEqualTo(LINES);
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileFitsItsSchema(Path file) throws IOException {
    String text = Files.readString(file);
    Matcher modeline = MODELINE.matcher(text);
    assertThat(modeline.lookingAt()).as("%s names its schema in its first line", file).isTrue();
    JsonSchema schema =
        SCHEMAS.computeIfAbsent(file.resolveSibling(modeline.group(1)), CaseFilesTest::schema);
    assertThat(schema.validate(CaseFiles.json(text))).as("%s", file).isEmpty();
  }

  private static JsonSchema schema(Path file) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
        .getSchema(file.toAbsolutePath().toUri());
  }
}
