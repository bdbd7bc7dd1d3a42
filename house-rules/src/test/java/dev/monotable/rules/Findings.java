package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The violations of a rule. {@code exceptions.txt} lists the permitted ones, one per line, as
 * {@code rule | name | reason}. An exception that is no longer needed fails too.
 */
final class Findings {
  private final String rule;
  private final Map<String, String> found = new TreeMap<>();

  Findings(String rule) {
    this.rule = rule;
  }

  /**
   * Adds a violation.
   *
   * @param name the name of the violating element, as in {@code exceptions.txt}
   * @param detail a description of the violation
   */
  void add(String name, String detail) {
    found.merge(name, detail, (a, b) -> a + ", " + b);
  }

  /** Fails on violations that are not listed and on exceptions that are not needed. */
  void check() {
    Set<String> unused = exceptions();
    List<String> violations = new ArrayList<>();
    found.forEach(
        (name, detail) -> {
          if (!unused.remove(name)) {
            violations.add(name + ": " + detail);
          }
        });
    assertThat(violations).as(rule).isEmpty();
    assertThat(unused).as("exceptions from '%s' that nothing needs", rule).isEmpty();
  }

  private Set<String> exceptions() {
    try (InputStream stream = Findings.class.getResourceAsStream("exceptions.txt")) {
      Set<String> names = new TreeSet<>();
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] columns = line.split(" \\| ", -1);
        if (columns.length != 3 || columns[2].isBlank()) {
          throw new IllegalArgumentException("not 'rule | name | reason': " + line);
        }
        if (columns[0].equals(rule) && !names.add(columns[1])) {
          throw new IllegalArgumentException("listed twice: " + line);
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
