package dev.monotable.design.file;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.InvalidContentException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mapping in a design file. It remembers the members that were asked for, so that {@link #end}
 * can report a member that nothing reads.
 */
final class Section {
  private final Mapping mapping;
  private final String what;
  private final Set<String> known = new HashSet<>();

  private Section(Mapping mapping, String what) {
    this.mapping = mapping;
    this.what = what;
  }

  /**
   * Returns a section.
   *
   * @param what the section in a few words, for messages
   * @throws InvalidContentException if the value is not a mapping
   */
  static Section of(FileValue value, String what) {
    return new Section(FileValue.mapping(value, what), what);
  }

  FilePosition at() {
    return mapping.at();
  }

  boolean has(String name) {
    return find(name) != null;
  }

  /** Returns a member, or null if it is missing or null. */
  @Nullable FileValue find(String name) {
    known.add(name);
    return mapping.findPresent(name);
  }

  FileValue require(String name) {
    FileValue value = find(name);
    if (value == null) {
      throw new InvalidContentException(mapping.at(), what + " needs " + name);
    }
    return value;
  }

  /** Returns the members of a member that is a mapping; none if it is missing. */
  List<NamedValue> members(String name) {
    FileValue value = find(name);
    return value == null ? List.of() : FileValue.mapping(value, name).members();
  }

  /** Makes something of each member of a member that is a mapping. */
  <T> List<T> members(String name, Function<NamedValue, T> made) {
    return members(name).stream().map(made).toList();
  }

  /** Makes something of each element of a member that is a list; of none if it is missing. */
  <T> List<T> elements(String name, Function<FileValue, T> made) {
    FileValue value = find(name);
    return value == null ? List.of() : FileValue.elements(value, name).stream().map(made).toList();
  }

  @Nullable String findText(String name) {
    FileValue value = find(name);
    return value == null ? null : FileValue.text(value, name);
  }

  String requireText(String name) {
    return FileValue.text(require(name), name);
  }

  @Nullable Double findNumber(String name) {
    FileValue value = find(name);
    return value == null ? null : number(value, name);
  }

  @Nullable Integer findWhole(String name) {
    Long number = findLong(name);
    if (number == null) {
      return null;
    }
    if (number > Integer.MAX_VALUE) {
      throw new InvalidContentException(mapping.positionOf(name), name + " is too large");
    }
    return number.intValue();
  }

  /** Returns a whole number that is not negative, or null. */
  @Nullable Long findLong(String name) {
    FileValue value = find(name);
    if (value == null) {
      return null;
    }
    try {
      long number = Long.parseLong(FileValue.text(value, name).replace("_", ""));
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the text of the file.
    }
    throw new InvalidContentException(
        value.at(), name + " must be a whole number of at least 0, not " + value.describe());
  }

  boolean truth(String name, boolean missing) {
    FileValue value = find(name);
    if (value == null) {
      return missing;
    }
    if (value instanceof Scalar scalar && scalar.type() == ScalarType.BOOLEAN) {
      return scalar.text().toLowerCase(Locale.ROOT).equals("true");
    }
    throw new InvalidContentException(
        value.at(), name + " must be true or false, not " + value.describe());
  }

  /** Returns the names in a member that is a list of names, or a single one. */
  List<String> names(String name) {
    FileValue value = find(name);
    if (value == null) {
      return List.of();
    }
    if (value instanceof Scalar scalar) {
      return List.of(scalar.text());
    }
    return elements(name, each -> FileValue.text(each, "an element of " + name));
  }

  /** Parses the text of a member, and reports a text that the parser rejects at its position. */
  <T> @Nullable T find(String name, Parser<T> parser) {
    FileValue value = find(name);
    return value == null ? null : parse(value, name, parser);
  }

  static <T> T parse(FileValue value, String what, Parser<T> parser) {
    return at(value.at(), () -> parser.parse(FileValue.text(value, what)));
  }

  /** Makes a part of the design, and reports a combination that it rejects. */
  static <T> T at(FilePosition at, Maker<T> maker) {
    try {
      return maker.make();
    } catch (IllegalArgumentException e) {
      throw new InvalidContentException(at, String.valueOf(e.getMessage()));
    }
  }

  static double number(FileValue value, String what) {
    try {
      return Double.parseDouble(FileValue.text(value, what).replace("_", ""));
    } catch (NumberFormatException e) {
      throw new InvalidContentException(
          value.at(), what + " must be a number, not " + value.describe());
    }
  }

  /** Reports the first member that was not asked for. */
  void end() {
    for (NamedValue member : mapping.members()) {
      if (!known.contains(member.name())) {
        throw new InvalidContentException(
            member.at(), what + " has no member '" + member.name() + "'");
      }
    }
  }

  /** Parses a text; throws an IllegalArgumentException if it is malformed. */
  @FunctionalInterface
  interface Parser<T> {
    T parse(String text);
  }

  /** Makes a value; throws an IllegalArgumentException if its parts do not fit together. */
  @FunctionalInterface
  interface Maker<T> {
    T make();
  }
}
