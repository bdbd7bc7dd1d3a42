package dev.monotable.conformance.cases;

import dev.monotable.engine.transfer.TableFiles;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The buckets of the cases: a copy of the resource {@code buckets}, to which exports are added. */
final class Buckets {
  private static final TableFiles FILES = new BucketFiles(new BucketFolders(copy()));

  private Buckets() {}

  static TableFiles files() {
    return FILES;
  }

  private static Path copy() {
    Path source = Path.of("src", "test", "resources", "buckets");
    try {
      Path target = Files.createDirectories(Path.of("target", "buckets"));
      List<Path> paths;
      try (Stream<Path> all = Files.walk(source)) {
        paths = all.toList();
      }
      for (Path path : paths) {
        Path copy = target.resolve(source.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.write(copy, Files.readAllBytes(path));
        }
      }
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
