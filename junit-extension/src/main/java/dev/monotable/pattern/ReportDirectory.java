package dev.monotable.pattern;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the directory in which the report of a test run is written. */
public final class ReportDirectory {
  private static final String NAME = "monotable";

  private ReportDirectory() {}

  /**
   * Returns a directory that no other JVM of this test run uses.
   *
   * @param setting {@code true} for the build directory of Maven or Gradle, {@code false} for no
   *     report, or the name of a directory
   * @return an absolute path; null for no report
   */
  public static @Nullable Path find(String setting) {
    if (setting.equalsIgnoreCase("false")) {
      return null;
    }
    Path directory =
        setting.isBlank() || setting.equalsIgnoreCase("true")
            ? ofBuild(Path.of(""), System.getProperty("org.gradle.test.worker") != null)
            : Path.of(setting);
    return ReportClaims.claim(directory);
  }

  /**
   * Returns the directory for reports of a project: {@code target/monotable} of Maven, {@code
   * build/monotable} of Gradle.
   *
   * @param project the directory of the project
   * @param gradle whether Gradle runs the tests
   */
  static Path ofBuild(Path project, boolean gradle) {
    boolean maven = Files.exists(project.resolve("pom.xml"));
    boolean gradleProject =
        Files.exists(project.resolve("build.gradle"))
            || Files.exists(project.resolve("build.gradle.kts"));
    String build = gradle || (gradleProject && !maven) ? "build" : "target";
    return project.resolve(build).resolve(NAME);
  }
}
