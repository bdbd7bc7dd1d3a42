package dev.monotable.durability;

import static dev.monotable.durability.TestTable.createTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests who can open a directory and its databases. */
class DataDirectoryTest {
  @TempDir private Path root;
  private Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();

  @BeforeEach
  void createDirectory() throws IOException {
    directory = Files.createDirectory(root.resolve("data"));
  }

  private DataDirectory open() throws IOException {
    return DataDirectory.open(directory, SyncMode.OS);
  }

  /** Opens a directory, for a process of its own. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) throws IOException {
      try (DataDirectory data = DataDirectory.open(Path.of(arguments[0]), SyncMode.OS)) {
        System.out.println("opened " + data.takeNotices());
      } catch (DataDirectoryException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static String openInAnotherProcess(Path path) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Opener.class.getName(),
                path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private static String inUse(Path path) {
    return "the data directory " + path + " is in use by process " + ProcessHandle.current().pid();
  }

  @Test
  void aSecondAttemptInTheSameProcessLeavesTheDirectoryLocked() throws IOException {
    Path link = Files.createSymbolicLink(root.resolve("link"), directory);
    try (DataDirectory data = open()) {
      for (Path path : List.of(directory, link)) {
        assertThatThrownBy(() -> DataDirectory.open(path, SyncMode.OS))
            .isInstanceOf(DataDirectoryException.class)
            .hasMessage(inUse(path));
      }
      assertThat(openInAnotherProcess(directory)).isEqualTo(inUse(directory));
      assertThat(data.takeNotices()).isEmpty();
    }
    assertThat(openInAnotherProcess(directory)).isEqualTo("opened []");
  }

  @Test
  void aDatabaseIsOpenOnceAtATime() throws IOException {
    try (DataDirectory data = open()) {
      MonotableEngine engine = data.database("main", config);
      assertThatThrownBy(() -> data.database("main", config))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessage("the database main is open already");
      createTable(engine);
      String text = StateText.of(engine);
      engine.close();
      engine.close();
      MonotableEngine again = data.database("main", config);
      assertThat(StateText.of(again)).isEqualTo(text);
      engine.close();
      assertThatThrownBy(() -> data.database("main", config))
          .hasMessage("the database main is open already");
    }
  }

  @Test
  void aClosedDirectoryOpensNoDatabase() throws IOException {
    DataDirectory data = open();
    data.close();
    data.close();
    assertThatThrownBy(() -> data.database("main", config))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the data directory is closed");
    assertThat(directory.resolve("db-main")).doesNotExist();
  }

  @Test
  void namesThatDifferOnlyInCaseHaveDifferentDirectories() throws IOException {
    List<String> names =
        List.of("key/r", "Key/r", "KEY/r", "^key/r", "key.", "key", "k*y", "k%2ay", "k\u00e9y");
    try (DataDirectory data = open()) {
      for (String name : names) {
        data.database(name, config);
      }
    }
    Set<String> ignoringCase = new HashSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      List<String> found =
          files.map(file -> file.getFileName().toString()).collect(Collectors.toList());
      found.forEach(name -> ignoringCase.add(name.toLowerCase(Locale.ROOT)));
      assertThat(found)
          .containsExactlyInAnyOrder(
              "lock",
              "manifest",
              "reserve",
              "db-key%2fr",
              "db-^key%2fr",
              "db-^k^e^y%2fr",
              "db-%5ekey%2fr",
              "db-key%2e",
              "db-key",
              "db-k%2ay",
              "db-k%252ay",
              "db-k%c3%a9y");
    }
    assertThat(ignoringCase).hasSize(names.size() + 3);
  }

  @Test
  void aNameCanBeLong() throws IOException {
    String name = "A".repeat(4000);
    try (DataDirectory data = open()) {
      createTable(data.database(name, config));
      data.database(name + "A", config);
    }
    try (DataDirectory data = open()) {
      assertThat(StateText.of(data.database(name, config))).contains("Table");
      assertThat(StateText.of(data.database(name + "A", config))).doesNotContain("Table");
    }
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> DataDirectory.open(file, SyncMode.OS))
        .isInstanceOf(DataDirectoryException.class)
        .hasMessage("cannot use the data directory " + file)
        .hasCauseInstanceOf(FileAlreadyExistsException.class);
    Files.createFile(directory.resolve("db-main"));
    try (DataDirectory data = open()) {
      assertThatThrownBy(() -> data.database("main", config))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessage("cannot use the data directory " + directory)
          .hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void theDatabasesAreFoundByTheirDirectories() throws IOException {
    List<String> names = List.of("Key/us-east-1", "^k%e~y.", "k\u00e9y", "shared");
    try (DataDirectory data = open()) {
      for (String name : names) {
        data.database(name, config);
      }
      data.database("A".repeat(4000), config);
      Files.createDirectory(directory.resolve("other"));
      Files.createDirectory(directory.resolve("db-UPPER"));
      Files.createDirectory(directory.resolve("db-%"));
      Files.createFile(directory.resolve("db-file"));
      assertThat(data.names()).containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @Test
  void aDeletedDatabaseIsGone() throws IOException {
    try (DataDirectory data = open()) {
      MonotableEngine engine = data.database("main", config);
      createTable(engine);
      createTable(data.database("other", config));
      assertThatThrownBy(() -> data.delete("main")).isInstanceOf(IllegalStateException.class);
      engine.close();
      // The files of a process that was killed while it deleted the same database.
      Files.createDirectories(directory.resolve("deleted-db-main"));
      Files.createFile(directory.resolve("deleted-db-main").resolve("log-0000000001"));

      data.delete("main");
      data.delete("main");

      assertThat(data.names()).containsExactly("other");
      assertThat(directory.resolve("db-main")).doesNotExist();
      assertThat(directory.resolve("deleted-db-main")).doesNotExist();
      assertThat(StateText.of(data.database("main", config))).doesNotContain("Table");
    }
    try (DataDirectory data = open()) {
      assertThat(data.takeNotices()).isEmpty();
      assertThat(StateText.of(data.database("other", config))).contains("Table");
    }
  }
}
