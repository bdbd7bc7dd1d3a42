package dev.monotable.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A value in a JSON or YAML file, with its position. */
public sealed interface FileValue {
  /** Returns the position of its first character. */
  FilePosition at();

  /** Returns the value in a few words, for messages. */
  String describe();

  /** The types of scalars in JSON, and in the JSON schema of YAML. */
  enum ScalarType {
    STRING,
    NUMBER,
    BOOLEAN
  }

  /**
   * A string, number or boolean.
   *
   * @param text its text; CloudFormation converts between the types
   */
  record Scalar(FilePosition at, String text, ScalarType type) implements FileValue {
    /** Creates a string. */
    public Scalar(FilePosition at, String text) {
      this(at, text, ScalarType.STRING);
    }

    @Override
    public String describe() {
      return "'" + OneLine.quote(text) + "'";
    }
  }

  /** A list. */
  record Sequence(FilePosition at, List<FileValue> elements) implements FileValue {
    public Sequence {
      elements = List.copyOf(elements);
    }

    @Override
    public String describe() {
      return "a list";
    }
  }

  /**
   * A member of a mapping.
   *
   * @param at the position of the name
   */
  record NamedValue(String name, FilePosition at, FileValue value) {}

  /** Members in the order of the file; no name occurs twice. */
  record Mapping(FilePosition at, List<NamedValue> members) implements FileValue {
    public Mapping {
      members = List.copyOf(members);
    }

    /** Creates a mapping with one member. */
    public static Mapping of(FilePosition at, String name, FileValue value) {
      return new Mapping(at, List.of(new NamedValue(name, at, value)));
    }

    /** Returns the value of a member, or null. */
    public @Nullable FileValue find(String name) {
      NamedValue member = findMember(name);
      return member == null ? null : member.value();
    }

    /** Returns the value of a member, or null if it is absent or null. */
    public @Nullable FileValue findPresent(String name) {
      FileValue value = find(name);
      return value instanceof Absent ? null : value;
    }

    /** Returns the text of a member that is a string, number or boolean; null without one. */
    public @Nullable String findText(String name) {
      return find(name) instanceof Scalar scalar ? scalar.text() : null;
    }

    /** Returns whether a member is a string, number or boolean with this text. */
    public boolean hasText(String name, String text) {
      return text.equals(findText(name));
    }

    /** Returns a member, or null. */
    public @Nullable NamedValue findMember(String name) {
      for (NamedValue member : members) {
        if (member.name().equals(name)) {
          return member;
        }
      }
      return null;
    }

    /** Returns the position of a member's name, or that of the mapping. */
    public FilePosition positionOf(String name) {
      NamedValue member = findMember(name);
      return member == null ? at : member.at();
    }

    /** Returns the member of an object with exactly one member, otherwise null. */
    public @Nullable NamedValue findOnly() {
      return members.size() == 1 ? members.get(0) : null;
    }

    @Override
    public String describe() {
      return "an object";
    }
  }

  /** Null or {@code AWS::NoValue}, which count as absent in schemas. */
  record Absent(FilePosition at) implements FileValue {
    @Override
    public String describe() {
      return "null";
    }
  }

  /** A value known only after deployment; an error only if it is needed. */
  record Unresolved(FilePosition at, String reason) implements FileValue {
    @Override
    public String describe() {
      return "a value that cannot be resolved";
    }
  }

  /** Builds a mapping; a repeated name is an error. */
  final class MappingBuilder {
    /** Up to this size a mapping is searched from its start. */
    private static final int SMALL = 8;

    private final FilePosition at;
    private final List<NamedValue> members = new ArrayList<>();
    private @Nullable Set<String> names;

    public MappingBuilder(FilePosition at) {
      this.at = at;
    }

    /**
     * Adds a member.
     *
     * @throws InvalidContentException if the name occurs twice
     */
    public MappingBuilder add(String name, FilePosition nameAt, FileValue value) {
      if (!isNew(name)) {
        throw new InvalidContentException(nameAt, "'" + name + "' is given twice");
      }
      members.add(new NamedValue(name, nameAt, value));
      return this;
    }

    private boolean isNew(String name) {
      Set<String> known = names;
      if (known != null) {
        return known.add(name);
      }
      for (NamedValue member : members) {
        if (member.name().equals(name)) {
          return false;
        }
      }
      if (members.size() >= SMALL) {
        known = new HashSet<>();
        for (NamedValue member : members) {
          known.add(member.name());
        }
        known.add(name);
        names = known;
      }
      return true;
    }

    /** Adds a string. */
    public MappingBuilder add(String name, FilePosition nameAt, String text) {
      return add(name, nameAt, new Scalar(nameAt, text));
    }

    /** Adds the member of another mapping under a name, if it is present. */
    public MappingBuilder addFrom(Mapping source, String name, String newName) {
      NamedValue member = source.findMember(name);
      return member == null || member.value() instanceof Absent
          ? this
          : add(newName, member.at(), member.value());
    }

    /** Adds the member of another mapping, if it is present. */
    public MappingBuilder addFrom(Mapping source, String name) {
      return addFrom(source, name, name);
    }

    /** Returns the number of members so far. */
    public int size() {
      return members.size();
    }

    /** Returns the mapping. */
    public Mapping build() {
      return new Mapping(at, members);
    }
  }

  /** Returns the mapping; any other variant is an error. */
  static Mapping mapping(FileValue value, String what) {
    if (value instanceof Mapping mapping) {
      return mapping;
    }
    throw new InvalidContentException(value.at(), problem(value, what, "an object"));
  }

  /** Returns the elements of a list; any other variant is the only element. */
  static List<FileValue> oneOrMore(FileValue value) {
    return value instanceof Sequence sequence ? sequence.elements() : List.of(value);
  }

  /** Returns the elements that are not null; any other variant than a list is an error. */
  static List<FileValue> elements(FileValue value, String what) {
    if (value instanceof Sequence sequence) {
      List<FileValue> present = new ArrayList<>();
      for (FileValue element : sequence.elements()) {
        if (!(element instanceof Absent)) {
          present.add(element);
        }
      }
      return present;
    }
    throw new InvalidContentException(value.at(), problem(value, what, "a list"));
  }

  /** Returns the text of a scalar; any other variant is an error. */
  static String text(FileValue value, String what) {
    if (value instanceof Scalar scalar) {
      return scalar.text();
    }
    throw new InvalidContentException(value.at(), problem(value, what, "a string"));
  }

  private static String problem(FileValue value, String what, String wanted) {
    return value instanceof Unresolved unresolved
        ? what + ": " + unresolved.reason()
        : what + " must be " + wanted + ", not " + value.describe();
  }
}
