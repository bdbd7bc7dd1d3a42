package dev.monotable.stream.event;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event pattern: a JSON object in the shape of the event, whose leaves are lists of rules. All
 * members must match, and of a list any rule. A list in the event matches if one of its elements
 * does.
 *
 * <p>Rules apply to leaves: an object of the event, such as an attribute with its type, does not
 * exist for {@code exists}.
 */
final class FilterPattern {
  private static final String OR = "$or";

  private final List<Field> fields = new ArrayList<>();
  private final List<List<FilterPattern>> alternatives = new ArrayList<>();

  /**
   * A member of a pattern.
   *
   * @param nested the pattern of an object; null for a leaf
   * @param rules the rules of a leaf
   */
  private record Field(String name, @Nullable FilterPattern nested, List<FilterRule> rules) {}

  private FilterPattern() {}

  /**
   * Parses a pattern.
   *
   * @throws InvalidContentException if it is invalid
   */
  static FilterPattern of(FileValue value) {
    FileValue.Mapping mapping = FileValue.mapping(value, "a filter pattern");
    if (mapping.members().isEmpty()) {
      throw new InvalidContentException(value.at(), "an empty object");
    }
    FilterPattern pattern = new FilterPattern();
    for (NamedValue member : mapping.members()) {
      pattern.add(member);
    }
    return pattern;
  }

  private void add(NamedValue member) {
    FileValue value = member.value();
    if (value instanceof FileValue.Mapping) {
      fields.add(new Field(member.name(), of(value), List.of()));
    } else if (value instanceof FileValue.Sequence list) {
      if (list.elements().isEmpty()) {
        throw new InvalidContentException(value.at(), "an empty list");
      }
      if (member.name().equals(OR)) {
        addAlternatives(list);
      } else {
        fields.add(new Field(member.name(), null, FilterRule.of(list)));
      }
    } else {
      throw new InvalidContentException(
          value.at(), "'" + member.name() + "' must be an object or a list");
    }
  }

  private void addAlternatives(FileValue.Sequence list) {
    if (list.elements().size() < 2) {
      throw new InvalidContentException(list.at(), "$or needs at least two patterns");
    }
    List<FilterPattern> patterns = new ArrayList<>();
    for (FileValue element : list.elements()) {
      patterns.add(of(element));
    }
    alternatives.add(patterns);
  }

  /** Returns whether an object of the event matches. */
  boolean matches(Map<String, Object> event) {
    for (Field field : fields) {
      if (!matches(field, event)) {
        return false;
      }
    }
    for (List<FilterPattern> patterns : alternatives) {
      if (!matchesAny(patterns, event)) {
        return false;
      }
    }
    return true;
  }

  private static boolean matchesAny(List<FilterPattern> patterns, Map<String, Object> event) {
    for (FilterPattern pattern : patterns) {
      if (pattern.matches(event)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(Field field, Map<String, Object> event) {
    Object value = event.get(field.name());
    FilterPattern nested = field.nested();
    return nested == null ? matchesLeaf(field.rules(), value) : nested.matchesObject(value);
  }

  /** Matches an object, one of the objects in a list, or nothing: then only absence matches. */
  private boolean matchesObject(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return matches(members(map));
    }
    boolean objects = false;
    if (value instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof Map<?, ?> map) {
          objects = true;
          if (matches(members(map))) {
            return true;
          }
        }
      }
    }
    return !objects && matches(Map.of());
  }

  @SuppressWarnings("unchecked") // the event has names only
  private static Map<String, Object> members(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  private static boolean matchesLeaf(List<FilterRule> rules, @Nullable Object value) {
    if (value instanceof List<?> list) {
      for (Object element : list) {
        if (!(element instanceof Map) && FilterRule.matchesAny(rules, element)) {
          return true;
        }
      }
      return list.isEmpty() && FilterRule.matchesAny(rules, null);
    }
    return FilterRule.matchesAny(rules, value instanceof Map ? null : value);
  }
}
