package dev.monotable.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for the Java sources of all modules together. */
class SourceTreeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void everyPackageBelongsToOneModule() throws IOException {
    Map<String, Set<String>> modules = new TreeMap<>();
    for (Path source : sources()) {
      String path = ROOT.relativize(source).toString().replace('\\', '/');
      String module = path.substring(0, path.indexOf("/src/"));
      String name = path.substring(path.indexOf("/java/") + 6, path.lastIndexOf('/'));
      modules.computeIfAbsent(name, key -> new TreeSet<>()).add(module);
    }
    assertThat(modules).isNotEmpty().allSatisfy((name, in) -> assertThat(in).hasSize(1));
  }

  /** Every Java file below a module's {@code src/main/java} or {@code src/test/java}. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : modules()) {
      for (String folder : List.of("src/main/java", "src/test/java")) {
        Path root = module.resolve(folder);
        if (Files.isDirectory(root)) {
          try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  /** The folders with a {@code pom.xml}, at most three levels deep. */
  private static List<Path> modules() throws IOException {
    try (Stream<Path> poms = Files.find(ROOT, 4, (path, attributes) -> path.endsWith("pom.xml"))) {
      return poms.map(Path::getParent).filter(path -> !path.equals(ROOT)).sorted().toList();
    }
  }
}
