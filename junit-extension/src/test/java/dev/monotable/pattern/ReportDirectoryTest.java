package dev.monotable.pattern;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    assertThat(ReportDirectory.find("target/reports"))
        .isEqualTo(Path.of("target", "reports").toAbsolutePath());
  }

  /** The main class of a JVM that uses a report directory until its input ends. */
  static final class Worker {
    private Worker() {}

    public static void main(String[] args) throws IOException {
      System.out.println(ReportDirectory.find(args[0]));
      int end = System.in.read();
      System.exit(end < 0 ? 0 : 1);
    }
  }

  /** A JVM that uses a report directory until it is closed. */
  private static final class RunningWorker implements AutoCloseable {
    private final Process process;
    private final String directory;

    RunningWorker(Path reports, String... options) throws IOException {
      List<String> line = new ArrayList<>();
      line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      line.addAll(List.of(options));
      line.addAll(List.of("-cp", System.getProperty("java.class.path")));
      line.addAll(List.of(Worker.class.getName(), reports.toString()));
      process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      directory =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      try {
        assertThat(process.waitFor()).isZero();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  @Test
  void workersAtTheSameTimeHaveDirectoriesOfTheirOwn(@TempDir Path reports) throws Exception {
    for (int run = 0; run < 2; run++) {
      try (RunningWorker first = new RunningWorker(reports, "-Dorg.gradle.test.worker=7");
          RunningWorker second = new RunningWorker(reports, "-Dorg.gradle.test.worker=8");
          RunningWorker third = new RunningWorker(reports, "-Dorg.gradle.test.worker=9")) {
        assertThat(List.of(first.directory, second.directory, third.directory))
            .containsExactly(
                reports.toString(),
                reports.resolve("fork-2").toString(),
                reports.resolve("fork-3").toString());
      }
    }
  }

  /** Surefire with {@code forkCount=2} and {@code reuseForks=false}. */
  @Test
  void workersOneAfterTheOtherHaveDirectoriesOfTheirOwn(@TempDir Path reports) throws Exception {
    List<String> found = new ArrayList<>();
    for (int fork : new int[] {1, 2, 1, 2}) {
      try (RunningWorker worker = new RunningWorker(reports, "-Dsurefire.forkNumber=" + fork)) {
        found.add(worker.directory);
      }
    }
    assertThat(found)
        .containsExactly(
            reports.toString(),
            reports.resolve("fork-2").toString(),
            reports.resolve("fork-3").toString(),
            reports.resolve("fork-4").toString());
  }

  @Test
  void theNextRunUsesTheSameDirectory(@TempDir Path reports) throws Exception {
    for (int run = 0; run < 2; run++) {
      try (RunningWorker worker = new RunningWorker(reports)) {
        assertThat(worker.directory).isEqualTo(reports.toString());
      }
    }
  }
}
