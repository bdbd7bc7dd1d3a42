package dev.monotable.formats.item;

import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Reads the items of a seed file. The format is detected by content. */
final class SeedFiles {
  private SeedFiles() {}

  /**
   * Writes all items of a file.
   *
   * @throws InvalidContentException if the file is invalid; earlier items are then written
   */
  static void read(SeedFile seed, SeedTarget target) {
    SeedFile file = seed;
    if (Files.isDirectory(seed.path())) {
      Path summary = S3Export.findSummary(seed.path());
      if (summary == null) {
        throw new InvalidContentException(
            FilePosition.of(seed.path()),
            Files.exists(seed.path().resolve("manifest.json"))
                ? "a CDK application describes tables and has no items; give it as a schema"
                    + " (--schema), not a seed"
                : "is a directory without a manifest-summary.json");
      }
      file = new SeedFile(summary, seed.table());
    }
    TextFile text = new TextFile(file.path());
    try (BufferedReader reader = text.open()) {
      int first = text.firstCharacter(reader);
      if (first < 0) {
        requireExportFile(file);
      } else if ((first == '{' || first == '[') && !isIon(file.path())) {
        new JsonSeed(file, target, new JsonTokens(text, reader)).read();
      } else {
        requireText(file.path());
        if (first == '$' || isIon(file.path())) {
          readIon(file, target, reader);
          return;
        }
        new CsvSeed(file.path(), target.tableOf(file, null), target).read(text, reader);
      }
    } catch (IOException e) {
      throw text.invalid(e);
    } catch (StackOverflowError e) {
      throw new InvalidContentException(FilePosition.of(file.path()), "nested too deeply");
    }
  }

  /** Rejects an empty file, unless it is that of an empty table, or of a partition of an export. */
  private static void requireExportFile(SeedFile file) {
    Path directory = file.path().getParent();
    if (file.table() == null && (directory == null || !directory.endsWith("data"))) {
      throw new InvalidContentException(new FilePosition(file.path(), 1, 1), "the file is empty");
    }
  }

  private static void readIon(SeedFile file, SeedTarget target, BufferedReader reader) {
    TableKeys table = target.tableOf(file, null);
    try {
      new IonSeed(file.path(), table, target).read(reader);
    } catch (NoClassDefFoundError e) {
      throw new InvalidContentException(
          FilePosition.of(file.path()), "Ion needs com.amazon.ion:ion-java on the class path");
    }
  }

  /** Returns whether a file is Amazon Ion by its name; its first characters may be JSON too. */
  private static boolean isIon(Path path) {
    return name(path).contains(".ion");
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
  }

  private static void requireText(Path path) {
    String name = name(path);
    if (name.contains(".yml") || name.contains(".yaml")) {
      throw new InvalidContentException(
          new FilePosition(path, 1, 1),
          "a seed file is JSON, JSON lines, Ion or CSV, not YAML; give a file that describes tables"
              + " as a schema (--schema)");
    }
  }
}
