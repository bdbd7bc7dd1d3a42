package dev.monotable.cli.transfer;

import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.cli.terminal.Json;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The progress of each segment of a copy, in a file that is replaced after each page. Without a
 * file, nothing is kept. Safe for use by multiple threads.
 */
final class Checkpoint {
  private static final String DONE = "done";

  private final @Nullable Path file;
  private final String copy;
  private final Map<String, String> positions = new TreeMap<>();

  private Checkpoint(@Nullable Path file, String copy) {
    this.file = file;
    this.copy = copy;
  }

  /**
   * Reads a file, if it exists.
   *
   * @param copy what is copied from where to where, by which a file of another copy is recognized
   * @throws InvalidArgumentException if the file belongs to another copy
   * @throws dev.monotable.text.InvalidContentException if the file is invalid
   */
  static Checkpoint open(@Nullable Path file, String copy) {
    Checkpoint checkpoint = new Checkpoint(file, copy);
    if (file != null && Files.exists(file)) {
      Mapping json = FileValue.mapping(FileReaders.read(file), "a checkpoint");
      if (!(json.find("copy") instanceof Scalar scalar) || !scalar.text().equals(copy)) {
        throw new InvalidArgumentException(
            file + " is the checkpoint of another copy; delete it to start from the beginning");
      }
      for (NamedValue member : json.members()) {
        if (!member.name().equals("copy")) {
          checkpoint.positions.put(member.name(), FileValue.text(member.value(), member.name()));
        }
      }
    }
    return checkpoint;
  }

  private static String name(String table, int segment) {
    return table + "/" + segment;
  }

  /** Returns whether a part of a table was copied before. */
  synchronized boolean contains(String table) {
    return positions.keySet().stream().anyMatch(name -> name.startsWith(table + "/"));
  }

  /** Returns whether a segment is complete. */
  synchronized boolean isDone(String table, int segment) {
    return DONE.equals(positions.get(name(table, segment)));
  }

  /** Returns the key after which a segment continues; null for its beginning. */
  synchronized @Nullable Item startKey(String table, int segment) {
    String position = positions.get(name(table, segment));
    if (position == null || position.equals(DONE)) {
      return null;
    }
    try {
      Item key = Item.parse(position);
      if (key.fault() == null) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new InvalidArgumentException(
        file
            + ": "
            + Json.quote(position)
            + " is not a key; delete it to start from the beginning");
  }

  /**
   * Sets the position of a segment.
   *
   * @param key the last key that was copied; null at the end of the segment
   */
  synchronized void set(String table, int segment, @Nullable Item key) {
    positions.put(name(table, segment), key == null ? DONE : key.toString());
    if (file != null) {
      StringBuilder json = new StringBuilder("{\"copy\": ").append(Json.quote(copy));
      positions.forEach(
          (name, position) ->
              json.append(",\n ")
                  .append(Json.quote(name))
                  .append(": ")
                  .append(Json.quote(position)));
      Path next = file.resolveSibling(file.getFileName() + ".new");
      try {
        Files.writeString(next, json.append("}\n"));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        throw new UncheckedIOException(file + ": cannot be written: " + FileFailure.reason(e), e);
      }
    }
  }

  /** Deletes the file after a complete copy. */
  synchronized void delete() {
    if (file != null) {
      try {
        Files.delete(file);
      } catch (NoSuchFileException e) {
        // There was nothing to copy.
      } catch (IOException e) {
        throw new UncheckedIOException(file + ": cannot be deleted: " + FileFailure.reason(e), e);
      }
    }
  }
}
