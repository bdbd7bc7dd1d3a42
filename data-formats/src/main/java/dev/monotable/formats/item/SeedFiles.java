package dev.monotable.formats.item;

import dev.monotable.formats.file.FilePosition;
import dev.monotable.formats.file.InvalidContentException;
import dev.monotable.formats.file.JsonTokens;
import dev.monotable.formats.file.TextFile;
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
            FilePosition.of(seed.path()), "is a directory without a manifest-summary.json");
      }
      file = new SeedFile(summary, seed.table());
    }
    TextFile text = new TextFile(file.path());
    try (BufferedReader reader = text.open()) {
      int first = text.firstCharacter(reader);
      if (first < 0) {
        requireExportFile(file);
      } else if (first == '{' || first == '[') {
        new JsonSeed(file, target, new JsonTokens(text, reader)).read();
      } else {
        requireCsv(file.path(), first);
        new CsvSeed(file.path(), target.tableOf(file), target).read(text, reader);
      }
    } catch (IOException e) {
      throw text.invalid(e);
    }
  }

  /** Rejects an empty file, unless it is the data of an export: an empty partition has one. */
  private static void requireExportFile(SeedFile file) {
    Path directory = file.path().getParent();
    if (directory == null || !directory.endsWith("data")) {
      throw new InvalidContentException(new FilePosition(file.path(), 1, 1), "the file is empty");
    }
  }

  private static void requireCsv(Path path, int first) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    String reason = null;
    if (name.contains(".yml") || name.contains(".yaml")) {
      reason = "a seed file is JSON, JSON lines or CSV, not YAML";
    } else if (first == '$' || name.contains(".ion")) {
      reason = "Amazon Ion is not supported yet; export as DynamoDB JSON";
    }
    if (reason != null) {
      throw new InvalidContentException(new FilePosition(path, 1, 1), reason);
    }
  }
}
