package dev.monotable.generator.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares the generated files that the repository contains with what the table declares. */
class PublishedFilesTest {
  private static final String MEND = "mvn -pl generator test -Dmonotable.expected=write";
  private static final Path ROOT = Path.of("..");

  @Test
  void theFilesAreWhatTheTableDeclares() throws IOException {
    Map<String, String> files = GenerateCapabilities.published(Capabilities.read(), ROOT);
    assertThat(files).containsKey("docs/openapi.json");
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path file = ROOT.resolve(each.getKey());
      if ("write".equals(System.getProperty("monotable.expected"))) {
        Files.writeString(file, each.getValue());
      }
      assertThat(Files.readString(file))
          .as("%s; '%s' writes it", each.getKey(), MEND)
          .isEqualTo(each.getValue());
    }
  }
}
