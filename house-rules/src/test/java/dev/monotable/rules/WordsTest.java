package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the comments of main code, and the pages, do not contain phrases that the section
 * "Words" of {@code CONTRIBUTING.md} replaces. Only phrases that are wrong everywhere are checked.
 */
class WordsTest {
  private static final Pattern PHRASES =
      Pattern.compile(
          "\\b(under way|(look|pass)(s|es|ed|ing)? over|tells?|told|refus(e|es|ed|al)|mend(s|ed|ing)?"
              + "|ma(de|kes?) up|in vain|whatever|hand(s|ed)? over|also (if|while)"
              + "|(is|are|was|were) not there)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*/?\\*.*$|//.*$");

  @Test
  void commentsHavePlainWords() throws IOException {
    Findings findings = new Findings("words");
    int comments = 0;
    for (Path file : files(".java", "src/main/java")) {
      for (Matcher comment = COMMENT.matcher(Files.readString(file)); comment.find(); ) {
        comments++;
        check(findings, file, comment.group());
      }
    }
    assertThat(comments).isGreaterThan(10_000);
    findings.check();
  }

  @Test
  void pagesHavePlainWords() throws IOException {
    Findings findings = new Findings("words of pages");
    List<Path> pages = pages();
    assertThat(pages).hasSizeGreaterThan(10);
    for (Path page : pages) {
      for (String line : Files.readAllLines(page)) {
        check(findings, page, line);
      }
    }
    findings.check();
  }

  /** Returns all Markdown of the project. */
  static List<Path> pages() throws IOException {
    return files(".md", "");
  }

  private static void check(Findings findings, Path file, String text) {
    Matcher phrase = PHRASES.matcher(text);
    while (phrase.find()) {
      findings.add(Project.root().relativize(file).toString(), phrase.group() + " in: " + text);
    }
  }

  /** Returns the files of the project, except generated ones, whose path contains a text. */
  private static List<Path> files(String extension, String below) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(Project.root())) {
      walk.filter(path -> path.toString().endsWith(extension) && path.toString().contains(below))
          .filter(path -> !path.toString().matches(".*/(target|node_modules|\\.git)/.*"))
          .sorted()
          .forEach(files::add);
    }
    return files;
  }
}
