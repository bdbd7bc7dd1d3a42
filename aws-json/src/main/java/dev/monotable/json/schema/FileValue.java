package dev.monotable.json.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value in a schema file, JSON or YAML, with its line (from 1). */
sealed interface FileValue {
  int line();

  /** Returns the name of the variant, for messages. */
  String kind();

  /** A string, number or boolean as text: CloudFormation converts between them. */
  record Scalar(int line, String text) implements FileValue {
    @Override
    public String kind() {
      return "'" + text + "'";
    }
  }

  record Sequence(int line, List<FileValue> elements) implements FileValue {
    public Sequence {
      elements = List.copyOf(elements);
    }

    @Override
    public String kind() {
      return "a list";
    }
  }

  /** Members in the order of the file, each with the line of its name. */
  record Mapping(int line, Map<String, FileValue> members, Map<String, Integer> lines)
      implements FileValue {
    public Mapping {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
      lines = Map.copyOf(lines);
    }

    static Mapping of(int line, String name, FileValue value) {
      return new Mapping(line, Map.of(name, value), Map.of(name, line));
    }

    @Nullable FileValue find(String name) {
      return members.get(name);
    }

    int lineOf(String name) {
      return lines.getOrDefault(name, line);
    }

    @Override
    public String kind() {
      return "an object";
    }
  }

  /** Null or {@code AWS::NoValue}, which count as absent. */
  record Absent(int line) implements FileValue {
    @Override
    public String kind() {
      return "null";
    }
  }

  /** A value known only after deployment; an error only if it is needed. */
  record Unresolved(int line, String reason) implements FileValue {
    @Override
    public String kind() {
      return "a value that cannot be resolved";
    }
  }

  /** Builds a mapping; a repeated name is an error. */
  final class MappingBuilder {
    private final int line;
    private final Map<String, FileValue> members = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    MappingBuilder(int line) {
      this.line = line;
    }

    MappingBuilder add(String name, int nameLine, FileValue value) {
      if (members.put(name, value) != null) {
        throw new InvalidSchemaFileException(nameLine, "'" + name + "' is given twice");
      }
      lines.put(name, nameLine);
      return this;
    }

    /** Adds the member of another mapping under a name, if it is present. */
    MappingBuilder addFrom(Mapping source, String name, String newName) {
      FileValue value = source.find(name);
      return value == null || value instanceof Absent
          ? this
          : add(newName, source.lineOf(name), value);
    }

    Mapping build() {
      return new Mapping(line, members, lines);
    }
  }

  /** Returns the mapping; any other variant is an error. */
  static Mapping mapping(FileValue value, String what) {
    if (value instanceof Mapping mapping) {
      return mapping;
    }
    throw new InvalidSchemaFileException(value.line(), problem(value, what, "an object"));
  }

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
    throw new InvalidSchemaFileException(value.line(), problem(value, what, "a list"));
  }

  static String text(FileValue value, String what) {
    if (value instanceof Scalar scalar) {
      return scalar.text();
    }
    throw new InvalidSchemaFileException(value.line(), problem(value, what, "a string"));
  }

  private static String problem(FileValue value, String what, String wanted) {
    return value instanceof Unresolved unresolved
        ? what + ": " + unresolved.reason()
        : what + " must be " + wanted + ", not " + value.kind();
  }
}
