package dev.monotable.stream.event;

import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.TextFile;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The filters of a mapping. A record is delivered if it matches one of them, or if there are none.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html">Control
 *     which events Lambda sends to your function</a>
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html">Using event
 *     filtering with a DynamoDB event source</a>
 */
public final class FilterCriteria {
  /** Lets each record pass. */
  public static final FilterCriteria NONE = new FilterCriteria(List.of());

  /** Five by default; AWS raises the quota to ten on request. */
  private static final int MAX_FILTERS = 10;

  private static final int MAX_PATTERN_CHARACTERS = 4096;

  private final List<FilterPattern> filters;

  private FilterCriteria(List<FilterPattern> filters) {
    this.filters = filters;
  }

  /**
   * Parses filters.
   *
   * @param patterns the {@code Pattern} of each filter, in JSON
   * @throws IllegalArgumentException if a pattern is invalid
   */
  public static FilterCriteria of(String... patterns) {
    if (patterns.length > MAX_FILTERS) {
      throw new IllegalArgumentException("more than " + MAX_FILTERS + " filters");
    }
    List<FilterPattern> filters = new ArrayList<>();
    for (String pattern : patterns) {
      filters.add(parse(pattern));
    }
    return new FilterCriteria(filters);
  }

  private static FilterPattern parse(String pattern) {
    if (pattern.length() > MAX_PATTERN_CHARACTERS) {
      throw new IllegalArgumentException(
          "a filter pattern of more than " + MAX_PATTERN_CHARACTERS + " characters");
    }
    TextFile text = new TextFile(Path.of("pattern"));
    try (JsonTokens tokens = new JsonTokens(text, new StringReader(pattern))) {
      tokens.next();
      FileValue json = tokens.value();
      if (tokens.next() != null) {
        throw new InvalidContentException(tokens.at(), "more follows after the end of the pattern");
      }
      return FilterPattern.of(json);
    } catch (InvalidContentException e) {
      throw new IllegalArgumentException(
          "invalid filter " + e.at() + ": " + e.reason() + ": " + pattern, e);
    }
  }

  /** Returns whether there are no filters. */
  public boolean isEmpty() {
    return filters.isEmpty();
  }

  /**
   * Returns whether a record is to be delivered.
   *
   * @param event the JSON of the record in an event, as maps, lists, strings, {@link
   *     java.math.BigDecimal}s and booleans
   */
  public boolean matches(Map<String, Object> event) {
    for (FilterPattern filter : filters) {
      if (filter.matches(event)) {
        return true;
      }
    }
    return filters.isEmpty();
  }
}
