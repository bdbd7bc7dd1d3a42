package dev.monotable.formats.item;

import dev.monotable.text.FileFailure;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an export to S3, full or incremental, in DynamoDB JSON or Amazon Ion: its manifests lead to
 * its data files. See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html">DynamoDB
 * table export output format</a>.
 */
final class S3Export {
  private static final String SUMMARY = "manifest-summary.json";

  private final SeedFile file;
  private final SeedTarget target;

  S3Export(SeedFile file, SeedTarget target) {
    this.file = file;
    this.target = target;
  }

  /** Returns whether an object is the summary of an export. */
  static boolean isSummary(Mapping object) {
    return object.find("manifestFilesS3Key") != null && object.find("exportArn") != null;
  }

  /** Returns whether an object is a line of the manifest of the data files. */
  static boolean isDataFile(Mapping object) {
    return object.find("dataFileS3Key") != null && object.find("itemCount") != null;
  }

  /** Returns the summary in the directory of an export, or in one with a single export, or null. */
  static @Nullable Path findSummary(Path directory) {
    Path direct = directory.resolve(SUMMARY);
    if (Files.exists(direct)) {
      return direct;
    }
    List<Path> found = new ArrayList<>();
    for (Path parent : List.of(directory, directory.resolve("AWSDynamoDB"))) {
      if (Files.isDirectory(parent)) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
          for (Path child : children) {
            if (Files.exists(child.resolve(SUMMARY))) {
              found.add(child.resolve(SUMMARY));
            }
          }
        } catch (IOException e) {
          throw new InvalidContentException(
              FilePosition.of(parent), "cannot be read: " + FileFailure.reason(e));
        }
      }
    }
    if (found.size() > 1) {
      throw new InvalidContentException(
          FilePosition.of(directory),
          "has " + found.size() + " exports; give the directory of one");
    }
    return found.isEmpty() ? null : found.get(0);
  }

  /** Reads all data files of an export by its summary. */
  void readSummary(Mapping summary) {
    requireOutside(summary);
    String format = summary.findText("outputFormat");
    if (format != null && !format.equals("DYNAMODB_JSON") && !format.equals("ION")) {
      throw new InvalidContentException(
          summary.positionOf("outputFormat"),
          "the format " + format + " is not supported; export as DYNAMODB_JSON or ION");
    }
    TableKeys table = table(summary);
    Path manifest = file.path().resolveSibling(lastPart(text(summary, "manifestFilesS3Key")));
    long before = target.itemCount();
    S3Export ofManifest = new S3Export(new SeedFile(manifest, table.name()), target);
    for (FileValue line : FileReaders.readAll(manifest)) {
      ofManifest.readDataFile(FileValue.mapping(line, "a line of the manifest"), table);
    }
    requireCount(summary, before);
  }

  /** Returns the given table, else the one that was exported. */
  private TableKeys table(Mapping summary) {
    String given = file.table();
    if (given != null) {
      return target.requireTable(given, FilePosition.of(file.path()));
    }
    String arn = text(summary, "tableArn");
    FilePosition at = summary.positionOf("tableArn");
    TableKeys table = target.findTable(lastPart(arn));
    if (table == null) {
      throw new InvalidContentException(
          at,
          "there is no table '" + lastPart(arn) + "'; to write to another table, give TABLE=FILE");
    }
    return table;
  }

  /** Reads a data file that the manifest lists. */
  void readDataFile(Mapping line, TableKeys table) {
    requireOutside(line);
    String name = lastPart(text(line, "dataFileS3Key"));
    Path directory = file.path().resolveSibling("data");
    if (!Files.exists(directory.resolve(name))) {
      // Incremental exports share one directory of data files.
      directory = file.path().resolveSibling("..").resolve("data").normalize();
    }
    Path data = directory.resolve(name);
    if (!Files.exists(data)) {
      throw new InvalidContentException(
          line.positionOf("dataFileS3Key"), "the data file data/" + name + " is missing");
    }
    long before = target.itemCount();
    target.readDataFile(() -> SeedFiles.read(new SeedFile(data, table.name()), target));
    requireCount(line, before);
  }

  /** Rejects a manifest that an export lists as one of its data files, such as itself. */
  private void requireOutside(Mapping manifest) {
    if (target.isInDataFile()) {
      throw new InvalidContentException(
          manifest.at(), "a data file of an export has items, but this is a manifest");
    }
  }

  private void requireCount(Mapping counted, long before) {
    String count = counted.findText("itemCount");
    long read = target.itemCount() - before;
    if (count != null && !count.equals(String.valueOf(read))) {
      throw new InvalidContentException(
          counted.positionOf("itemCount"),
          "the manifest lists " + count + " items, but there are " + read);
    }
  }

  private static String text(Mapping object, String name) {
    FileValue value = object.find(name);
    if (value == null) {
      throw new InvalidContentException(object.at(), "the manifest has no " + name);
    }
    return FileValue.text(value, name);
  }

  private static String lastPart(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}
