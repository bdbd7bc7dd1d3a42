package dev.monotable.engine.validation;

import dev.monotable.engine.error.Wording;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of AWS that its service model does not have: the lines of {@code overlay.txt} that
 * apply to a wording. The file explains its format.
 */
final class Overlay {
  /** The kinds of lines; the file writes them in lower case with hyphens. */
  enum Change {
    REQUIRED,
    OPTIONAL,
    MIN,
    MAX,
    NO_BOUNDS,
    NO_VALUE_BOUNDS,
    NAME_OR_ARN,
    KEYS_NAME_OR_ARN,
    PATTERN_FIRST,
    ANCHORED,
    ENUM,
    BARE_ENUM,
    BARE_ENUM_ALONE,
    ONLY,
    ANY_VALUE,
    UNCOUNTED,
    REQUIRED_SENTENCE,
    EMPTY_SENTENCE,
    ORDER,
    TERSE_MINIMUM,
    TERSE_MAXIMUM,
    TERSE_TOGETHER,
    FIRST_ONLY,
    OLDER_WITHOUT,
    OLDER_BEYOND,
    PRINTED_AS_JSON,
    YIELDING_KEYS,
    PRINTS
  }

  /**
   * A line.
   *
   * @param labels the labels of the wordings to which it applies; empty if it applies to all
   * @param source where AWS was observed to do this
   */
  record Line(
      int number,
      String target,
      List<String> labels,
      Change change,
      List<String> arguments,
      String source) {
    Line {
      labels = List.copyOf(labels);
      arguments = List.copyOf(arguments);
    }

    boolean appliesTo(Wording wording) {
      return labels.isEmpty() || labels.contains(wording.overlayTag());
    }

    long number(int argument) {
      return Long.parseLong(arguments.get(argument));
    }
  }

  private static final String ALL = "all";

  private final List<Line> all;
  private final Wording wording;
  private final Map<String, List<Line>> lines = new HashMap<>();

  private Overlay(List<Line> all, Wording wording) {
    this.all = all;
    this.wording = wording;
    for (Line line : all) {
      if (line.appliesTo(wording)) {
        lines.computeIfAbsent(line.target(), target -> new ArrayList<>()).add(line);
      }
    }
  }

  static Overlay of(Wording wording) {
    return new Overlay(read(), wording);
  }

  /** Returns an overlay of only these lines, to test each of them. */
  static Overlay of(List<Line> lines, Wording wording) {
    return new Overlay(lines, wording);
  }

  /** Returns the same lines as they apply to an operation. */
  Overlay forOperation(String operation) {
    Wording own = wording.overlayWording(operation);
    return own == wording ? this : new Overlay(all, own);
  }

  /** Returns the same lines as they apply to the older layer of the service. */
  Overlay older() {
    return new Overlay(all, wording.older());
  }

  /** Returns the line with this change for a target, or null. */
  @Nullable Line find(String target, Change change) {
    for (Line line : lines.getOrDefault(target, List.of())) {
      if (line.change() == change) {
        return line;
      }
    }
    return null;
  }

  boolean has(String target, Change change) {
    return find(target, change) != null;
  }

  /** Returns every line of the file, which is read once: when the first engine is created. */
  static List<Line> read() {
    return Lines.ALL;
  }

  private static final class Lines {
    static final List<Line> ALL = List.copyOf(parse());
  }

  private static List<Line> parse() {
    List<Line> lines = new ArrayList<>();
    InputStream file = Overlay.class.getResourceAsStream("overlay.txt");
    if (file == null) {
      throw new IllegalStateException("overlay.txt is missing");
    }
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      int number = 0;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        number++;
        if (!text.isBlank() && !text.startsWith("#")) {
          lines.add(parse(number, text));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  private static Line parse(int number, String text) {
    String[] columns = text.split("\\|", -1);
    if (columns.length != 4 || columns[3].isBlank()) {
      throw new IllegalStateException("overlay.txt, line " + number + ": expected four columns");
    }
    String wordings = columns[1].strip();
    List<String> labels = wordings.equals(ALL) ? List.of() : List.of(wordings.split(","));
    for (String label : labels) {
      Wording wording = Wording.find(label);
      if (wording == null || !wording.label().equals(label)) {
        throw new IllegalStateException(
            "overlay.txt, line " + number + ": unknown wording " + label);
      }
    }
    List<String> words = List.of(columns[2].strip().split(" +", -1));
    Change change;
    try {
      change = Change.valueOf(words.get(0).toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "overlay.txt, line " + number + ": unknown change " + words.get(0), e);
    }
    return new Line(
        number,
        columns[0].strip(),
        labels,
        change,
        words.subList(1, words.size()),
        columns[3].strip());
  }
}
