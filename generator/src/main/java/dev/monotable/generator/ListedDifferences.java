package dev.monotable.generator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the model of the operations and that of AWS's SDKs that are known, each
 * with its reason: lines of {@code differences.txt}.
 *
 * <pre>
 * reason: measured on DynamoDB
 *   extra member CreateTableInput.TableThroughputMode *
 * </pre>
 */
final class ListedDifferences {
  private static final String REASON = "reason: ";

  private final List<String> lines;

  private ListedDifferences(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Reads the lines.
   *
   * @throws IllegalArgumentException if a line is neither a reason, a difference below one, a
   *     comment nor empty, or if a reason has no differences
   */
  static ListedDifferences parse(List<String> text) {
    List<String> lines = new ArrayList<>();
    @Nullable String open = null;
    boolean below = false;
    for (String line : text) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith(REASON)) {
        requireUsed(open);
        open = line;
        below = true;
      } else if (below && line.matches("  (missing|extra) \\S.*")) {
        lines.add(line.strip());
        open = null;
      } else {
        throw new IllegalArgumentException("not a difference with a reason: " + line);
      }
    }
    requireUsed(open);
    return new ListedDifferences(lines);
  }

  private static void requireUsed(@Nullable String reason) {
    if (reason != null) {
      throw new IllegalArgumentException("a reason without differences: " + reason);
    }
  }

  /** Returns the differences that are not listed. */
  List<String> unlisted(Collection<String> differences) {
    List<Pattern> patterns = lines.stream().map(ListedDifferences::pattern).toList();
    return differences.stream()
        .filter(difference -> patterns.stream().noneMatch(it -> it.matcher(difference).matches()))
        .toList();
  }

  /** Returns the lines that no difference matches. */
  List<String> stale(Collection<String> differences) {
    return lines.stream()
        .filter(
            line -> {
              Pattern pattern = pattern(line);
              return differences.stream().noneMatch(it -> pattern.matcher(it).matches());
            })
        .toList();
  }

  /** Returns the pattern of a line, in which a star stands for any characters. */
  private static Pattern pattern(String line) {
    return Pattern.compile(
        Stream.of(line.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }
}
