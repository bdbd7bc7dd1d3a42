package dev.monotable.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDirectoryTest {
  @TempDir private Path project;

  private String directory(boolean gradle, String... files) throws IOException {
    for (String file : files) {
      Files.createFile(project.resolve(file));
    }
    Path found = ReportDirectory.ofBuild(project, gradle);
    return project.relativize(found).toString().replace('\\', '/');
  }

  @Test
  void theBuildToolDecides() throws IOException {
    assertThat(
            List.of(
                directory(false),
                directory(true),
                directory(false, "build.gradle.kts"),
                directory(false, "pom.xml"),
                directory(true)))
        .containsExactly(
            "target/monotable",
            "build/monotable",
            "build/monotable",
            "target/monotable",
            "build/monotable");
  }

  @Test
  void aSettingDecides() {
    assertThat(ReportDirectory.find("false")).isNull();
    assertThat(ReportDirectory.find("true"))
        .isEqualTo(Path.of("target", "monotable").toAbsolutePath());
    assertThat(ReportDirectory.find("reports")).isEqualTo(Path.of("reports").toAbsolutePath());
  }
}
