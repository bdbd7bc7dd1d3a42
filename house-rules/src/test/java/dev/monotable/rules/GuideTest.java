package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the code in {@code README.md} and {@code docs/testing.md} with the tests that it comes
 * from. A comment before each block names the source: {@code <!-- path/Of.java#region -->}. In the
 * source, a region starts at a line that ends with {@code guide: region} and ends at a line that
 * ends with {@code end}, both in comments. After a comment {@code <!-- imports -->}, each line is
 * an import of a test. A comment {@code <!-- tried: … -->} stands before a block that no test of
 * this project contains.
 */
class GuideTest {
  private static final List<String> GUIDES =
      List.of("README.md", "docs/testing.md", "docs/explore.md");

  private static final Pattern SOURCE = Pattern.compile("<!-- (\\S+)#(\\S+) -->");
  private static final Pattern START = Pattern.compile("\\s*(?://|#|<!--) guide: (\\S+)(?: -->)?");
  private static final Pattern END = Pattern.compile("\\s*(?://|#|<!--) end(?: -->)?");

  /** The languages that are compared. Others are commands and output. */
  private static final Set<String> CODE =
      Set.of("java", "kotlin", "python", "xml", "json", "yaml", "properties");

  /** A block of a guide; the place is its page and line. */
  private record Block(String place, String comment, String text) {}

  @Test
  void theCodeOfTheGuidesIsThatOfTheirTests() {
    List<Block> blocks = blocks();
    assertThat(blocks).hasSizeGreaterThan(15);
    Set<String> imports = new TreeSet<>();
    sources().stream()
        .filter(file -> file.toString().endsWith(".java"))
        .flatMap(file -> read(file).stream())
        .filter(line -> line.startsWith("import "))
        .forEach(imports::add);
    for (Block block : blocks) {
      Matcher source = SOURCE.matcher(block.comment());
      if (source.matches()) {
        String region = regions(Project.root().resolve(source.group(1))).get(source.group(2));
        assertThat(block.text()).as("%s: %s", block.place(), block.comment()).isEqualTo(region);
      } else if (block.comment().equals("<!-- imports -->")) {
        assertThat(imports).contains(block.text().split("\n"));
      } else if (!block.comment().startsWith("<!-- tried: ")) {
        fail("%s: a comment before the block must name its source", block.place());
      }
    }
  }

  @Test
  void theGuidesShowEachRegion() {
    Set<String> shown = new TreeSet<>();
    for (Block block : blocks()) {
      Matcher source = SOURCE.matcher(block.comment());
      if (source.matches()) {
        shown.add(source.group(1) + '#' + source.group(2));
      }
    }
    Set<String> marked = new TreeSet<>();
    for (Path file : sources()) {
      String path = Project.root().relativize(file).toString().replace('\\', '/');
      regions(file).keySet().forEach(region -> marked.add(path + '#' + region));
    }
    assertThat(shown).isEqualTo(marked);
  }

  private static List<Path> sources() {
    List<Path> files = new ArrayList<>();
    for (String directory : List.of("junit-extension/src/test", "examples")) {
      try (Stream<Path> walk = Files.walk(Project.root().resolve(directory))) {
        walk.filter(Files::isRegularFile)
            .filter(file -> !file.toString().matches(".*[/\\\\](target|node_modules)[/\\\\].*"))
            .forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  private static List<Block> blocks() {
    return GUIDES.stream().flatMap(page -> blocks(page).stream()).toList();
  }

  private static List<Block> blocks(String page) {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = read(Project.root().resolve(page));
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("```")) {
        continue;
      }
      int start = i;
      do {
        i++;
      } while (!lines.get(i).equals("```"));
      if (CODE.contains(lines.get(start).substring(3))) {
        String comment = start == 0 ? "" : lines.get(start - 1);
        String place = page + ", line " + (start + 1);
        blocks.add(new Block(place, comment, String.join("\n", lines.subList(start + 1, i))));
      }
    }
    return blocks;
  }

  /** Returns the marked regions of a file without their common indentation. */
  private static Map<String, String> regions(Path file) {
    Map<String, String> regions = new LinkedHashMap<>();
    String name = null;
    List<String> region = new ArrayList<>();
    for (String line : read(file)) {
      Matcher start = START.matcher(line);
      if (start.matches()) {
        name = start.group(1);
        region.clear();
      } else if (name != null && END.matcher(line).matches()) {
        regions.put(name, String.join("\n", region).stripTrailing().stripIndent().strip());
        name = null;
      } else if (name != null) {
        region.add(line);
      }
    }
    assertThat(name).as("region without an end in %s", file).isNull();
    return regions;
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
