package dev.monotable.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The modules of the project. */
final class Project {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /**
   * A module.
   *
   * @param name its directory below the root, such as {@code generator}
   */
  record Module(String name, Path directory) {

    /** Returns the main code; empty for a module that contains only tests. */
    List<SourceFile> mainSources() {
      return SourceFile.below(name, directory.resolve("src/main/java"));
    }

    List<SourceFile> testSources() {
      return SourceFile.below(name, directory.resolve("src/test/java"));
    }

    /** Returns the generated sources; empty before the first build. */
    List<SourceFile> generatedSources() {
      return SourceFile.below(name, directory.resolve("target/generated-sources"));
    }

    Path mainClasses() {
      return directory.resolve("target/classes");
    }

    Path testClasses() {
      return directory.resolve("target/test-classes");
    }

    boolean isTestOnly() {
      return !Files.isDirectory(directory.resolve("src/main/java"));
    }
  }

  private Project() {}

  /** Returns the directory that contains the modules. */
  static Path root() {
    return ROOT;
  }

  /** Returns every module with Java sources except the examples, which are separate projects. */
  static List<Module> modules() {
    try (Stream<Path> walk = Files.walk(ROOT, 3)) {
      return walk.filter(path -> path.endsWith("pom.xml"))
          .map(Path::getParent)
          .filter(directory -> Files.isDirectory(directory.resolve("src")))
          .filter(directory -> !directory.startsWith(ROOT.resolve("examples")))
          .sorted()
          .map(directory -> new Module(ROOT.relativize(directory).toString(), directory))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all source files except generated ones. */
  static List<SourceFile> sources() {
    List<SourceFile> files = new ArrayList<>();
    for (Module module : modules()) {
      files.addAll(module.mainSources());
      files.addAll(module.testSources());
    }
    return files;
  }
}
