package dev.monotable.durability;

import static dev.monotable.durability.TestTable.createTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.error.DynamoException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that others delete or replace while a database is open. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OccupiedDirectoryTest {
  @TempDir private Path root;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();

  private int written;

  private Path directory() {
    return root.resolve("data");
  }

  private Path database() {
    return directory().resolve("db-main");
  }

  private Path log(int number) {
    return DataFile.path(database(), FileHeader.Kind.LOG, number);
  }

  private Path lock() {
    return directory().resolve("lock");
  }

  private void put(MonotableEngine engine, int count) {
    for (int i = 0; i < count; i++) {
      TestTable.put(engine, written++);
    }
  }

  private String fill(MonotableEngine engine) {
    createTable(engine);
    put(engine, 20);
    return StateText.of(engine);
  }

  private DataDirectory open(SyncMode mode) throws IOException {
    return DataDirectory.open(directory(), mode);
  }

  private void requireText(String text) throws IOException {
    requireText(directory(), text);
  }

  private void requireText(Path path, String text) throws IOException {
    try (DataDirectory data = DataDirectory.open(path, SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).isEmpty();
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
  }

  /** Opens the database in a process of its own. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) throws IOException {
      try (DataDirectory data = DataDirectory.open(Path.of(arguments[0]), SyncMode.OS);
          MonotableEngine engine = data.database("main", EngineConfig.DEFAULT)) {
        System.out.println("opened in " + engine.config().region());
      } catch (DataDirectoryException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private String openInAnotherProcess() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Opener.class.getName(),
                directory().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @Test
  void aLogThatIsDeletedIsWrittenAgainByTheNextCommits() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      fill(engine);
      Files.delete(log(1));
      while (!Files.exists(log(2))) {
        put(engine, 1);
      }
      text = StateText.of(engine);
      CachingDisk.copy(directory(), root.resolve("copy"));
      requireText(root.resolve("copy"), text);
    }
    requireText(text);
  }

  @Test
  void aLogThatIsDeletedIsWrittenAgainAtTheEnd() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      text = fill(engine);
      Files.delete(log(1));
    }
    requireText(text);
  }

  @Test
  void aDatabaseThatIsDeletedIsWrittenAgain() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.ALWAYS);
        MonotableEngine engine = data.database("main", config)) {
      fill(engine);
      try (Stream<Path> files = Files.walk(database())) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
      while (!Files.exists(log(2))) {
        put(engine, 1);
      }
      text = StateText.of(engine);
    }
    requireText(text);
  }

  @Test
  void aFileThatReplacesALogIsKept() throws IOException {
    String text;
    byte[] foreign = {1, 2, 3};
    try (DataDirectory data = open(SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      text = fill(engine);
      Path other = Files.write(root.resolve("other"), foreign);
      Files.move(other, log(1), StandardCopyOption.REPLACE_EXISTING);
      Files.write(log(7), foreign);
    }
    assertThat(Path.of(log(1) + ".damaged")).hasBinaryContent(foreign);
    assertThat(Path.of(log(7) + ".damaged")).hasBinaryContent(foreign);
    assertThat(log(8)).exists();
    requireText(text);
  }

  @Test
  void writesFailWithoutTheLockFileAndNothingIsLost() throws IOException {
    String text;
    DataDirectory data = open(SyncMode.OS);
    MonotableEngine engine = data.database("main", config);
    fill(engine);
    Files.delete(lock());
    String failure = failureOfWrites(engine);
    assertThat(failure)
        .isEqualTo(
            "Monotable could not write to its data directory: "
                + directory().toRealPath().resolve("lock")
                + " was deleted or replaced, so another process may use the directory; stop"
                + " this server");
    text = StateText.of(engine);
    assertThat(failureOfWrites(engine)).isEqualTo(failure);
    data.close();
    requireText(text);
  }

  private String failureOfWrites(MonotableEngine engine) {
    while (true) {
      try {
        put(engine, 1);
      } catch (DynamoException e) {
        return e.getMessage();
      }
    }
  }

  @Test
  void anotherProcessDoesNotUseALogInUse() throws IOException {
    String text;
    DataDirectory data = open(SyncMode.OS);
    MonotableEngine engine = data.database("main", config);
    text = fill(engine);
    Files.delete(lock());
    assertThat(openInAnotherProcess())
        .isEqualTo(
            "another process uses " + log(1) + ", and the lock of its directory was deleted");
    data.close();
    requireText(text);
    assertThat(openInAnotherProcess()).isEqualTo("opened in us-east-1");
  }
}
