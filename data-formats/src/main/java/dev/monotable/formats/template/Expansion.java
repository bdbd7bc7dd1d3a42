package dev.monotable.formats.template;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of names in a template: each is resolved once, and must not depend on itself. Names
 * that stand for several others multiply, so the size of the result is bounded.
 */
final class Expansion {
  /** More than any template with tables has. */
  private static final int MAX_VALUES = 1 << 20;

  private static final int MAX_CHARACTERS = 1 << 24;

  private final Map<String, FileValue> results = new HashMap<>();
  private final Set<String> missing = new HashSet<>();
  private final Set<String> inProgress = new HashSet<>();
  private final Size size;

  /** The size of a result, which several expansions may share. */
  private static final class Size {
    private int values;
    private long characters;
  }

  Expansion() {
    this(new Size());
  }

  private Expansion(Size size) {
    this.size = size;
  }

  /** Returns an expansion of other names, whose result counts with that of this one. */
  Expansion ofOtherNames() {
    return new Expansion(size);
  }

  /**
   * Returns what a name stands for, or null.
   *
   * @param circle what is wrong if the name depends on itself
   */
  @Nullable FileValue resolve(
      String name, FilePosition at, String circle, Supplier<@Nullable FileValue> resolved) {
    FileValue known = results.get(name);
    if (known != null || missing.contains(name)) {
      return known;
    }
    if (!inProgress.add(name)) {
      throw new InvalidContentException(at, circle);
    }
    try {
      FileValue result = resolved.get();
      if (result == null) {
        missing.add(name);
      } else {
        results.put(name, result);
      }
      return result;
    } finally {
      inProgress.remove(name);
    }
  }

  /** Counts a value of the result. */
  void count(FilePosition at) {
    if (++size.values > MAX_VALUES) {
      throw new InvalidContentException(
          at, "what is referred to multiplies to more than " + MAX_VALUES + " values");
    }
  }

  /** Counts the characters of a text of the result, and returns the text. */
  String counted(String text, FilePosition at) {
    size.characters += text.length();
    if (size.characters > MAX_CHARACTERS) {
      throw new InvalidContentException(
          at, "what is referred to multiplies to more than " + MAX_CHARACTERS + " characters");
    }
    return text;
  }
}
