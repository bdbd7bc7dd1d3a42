package dev.monotable.text;

import dev.monotable.text.FileValue.ScalarType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads JSON and YAML into {@link FileValue}s. */
public final class FileReaders {
  private static final int MAX_YAML_CHARACTERS = 64 << 20;

  /** Aliases can multiply a small file; this is more than any file without them has. */
  private static final int MAX_YAML_NODES = 1 << 20;

  private final Path path;
  private int nodes;

  private FileReaders(Path path) {
    this.path = path;
  }

  /**
   * Reads a whole file: JSON if it begins with a brace or a bracket, otherwise YAML. It may be
   * compressed with gzip.
   *
   * @throws InvalidContentException if it cannot be read, or is neither JSON nor YAML
   */
  public static FileValue read(Path path) {
    TextFile file = new TextFile(path);
    try (BufferedReader reader = file.open()) {
      return read(path, reader);
    } catch (IOException e) {
      throw file.invalid(e);
    }
  }

  /**
   * Reads text that is in memory, such as a response: JSON if it begins with a brace or a bracket,
   * otherwise YAML.
   *
   * @param path the name that errors give it
   * @throws InvalidContentException if it is neither JSON nor YAML
   */
  public static FileValue read(Path path, String text) {
    return read(path, new BufferedReader(new StringReader(text)));
  }

  /**
   * Reads text that is not in a file, such as a resource: JSON if it begins with a brace or a
   * bracket, otherwise YAML.
   *
   * @param path the name that errors give it
   * @param reader the text; the caller closes it
   * @throws InvalidContentException if it cannot be read, or is neither JSON nor YAML
   */
  public static FileValue read(Path path, BufferedReader reader) {
    TextFile file = new TextFile(path);
    try {
      int first = file.firstCharacter(reader);
      if (first < 0) {
        throw new InvalidContentException(new FilePosition(path, 1, 1), "the file is empty");
      }
      return first == '{' || first == '['
          ? json(new JsonTokens(file, reader))
          : new FileReaders(path).yaml(content(file, reader));
    } catch (IOException e) {
      throw file.invalid(e);
    } catch (StackOverflowError e) {
      throw new InvalidContentException(FilePosition.of(path), "nested too deeply");
    }
  }

  /**
   * Reads a file with any number of JSON values, such as one on each line.
   *
   * @throws InvalidContentException if it cannot be read or is not JSON
   */
  public static List<FileValue> readAll(Path path) {
    TextFile file = new TextFile(path);
    List<FileValue> values = new ArrayList<>();
    try (JsonTokens tokens = new JsonTokens(file, file.open())) {
      while (tokens.next() != null) {
        values.add(tokens.value());
      }
    }
    return values;
  }

  private static FileValue json(JsonTokens tokens) {
    tokens.next();
    FileValue value = tokens.value();
    if (tokens.next() != null) {
      throw new InvalidContentException(
          tokens.at(), "more follows after the end of the JSON value");
    }
    return value;
  }

  private static String content(TextFile file, Reader reader) throws IOException {
    StringBuilder content = new StringBuilder();
    char[] buffer = new char[1 << 13];
    int read;
    while ((read = reader.read(buffer)) >= 0) {
      content.append(buffer, 0, read);
      if (content.length() > MAX_YAML_CHARACTERS) {
        throw new InvalidContentException(
            FilePosition.of(file.path()),
            "more than " + MAX_YAML_CHARACTERS + " characters of YAML");
      }
    }
    return content.toString();
  }

  // ---- YAML ----

  private FileValue yaml(String content) {
    LoadSettings settings =
        LoadSettings.builder()
            .setUseMarks(true)
            .setCodePointLimit(MAX_YAML_CHARACTERS)
            .setAllowDuplicateKeys(true)
            .setMaxAliasesForCollections(Integer.MAX_VALUE)
            .build();
    try {
      Optional<Node> root = new Compose(settings).composeString(content);
      if (root.isEmpty()) {
        throw new InvalidContentException(new FilePosition(path, 1, 1), "the file is empty");
      }
      return yamlValue(root.get(), 0, new HashSet<>());
    } catch (MarkedYamlEngineException e) {
      throw new InvalidContentException(
          position(e.getProblemMark()), "not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new InvalidContentException(FilePosition.of(path), "not YAML: " + e.getMessage());
    }
  }

  /**
   * Converts a node.
   *
   * @param above the enclosing nodes, which an alias inside must not name
   */
  private FileValue yamlValue(Node node, int depth, Set<Node> above) {
    FilePosition at = position(node.getStartMark());
    requireDepth(at, depth);
    if (++nodes > MAX_YAML_NODES) {
      throw new InvalidContentException(at, "more than " + MAX_YAML_NODES + " values");
    }
    if (!above.add(node)) {
      throw new InvalidContentException(at, "an alias names what contains it");
    }
    FileValue value = plainYaml(node, at, depth, above);
    above.remove(node);
    String tag = node.getTag().getValue();
    return tag.startsWith("!") ? function(tag.substring(1), value) : value;
  }

  private FileValue plainYaml(Node node, FilePosition at, int depth, Set<Node> above) {
    if (node instanceof ScalarNode scalar) {
      return Tag.NULL.equals(scalar.getTag())
          ? new FileValue.Absent(at)
          : new FileValue.Scalar(at, scalar.getValue(), type(scalar.getTag()));
    }
    if (node instanceof SequenceNode sequence) {
      List<FileValue> elements = new ArrayList<>();
      for (Node element : sequence.getValue()) {
        elements.add(yamlValue(element, depth + 1, above));
      }
      return new FileValue.Sequence(at, elements);
    }
    if (node instanceof MappingNode mapping) {
      return yamlMapping(mapping, at, depth, above);
    }
    throw new InvalidContentException(at, "not a value: " + node.getNodeType());
  }

  private FileValue yamlMapping(MappingNode mapping, FilePosition at, int depth, Set<Node> above) {
    FileValue.MappingBuilder members = new FileValue.MappingBuilder(at);
    List<FileValue> merged = new ArrayList<>();
    Set<String> own = new HashSet<>();
    for (NodeTuple member : mapping.getValue()) {
      FilePosition nameAt = position(member.getKeyNode().getStartMark());
      if (!(member.getKeyNode() instanceof ScalarNode name)) {
        throw new InvalidContentException(nameAt, "a name must be a string");
      }
      FileValue value = yamlValue(member.getValueNode(), depth + 1, above);
      if (name.getValue().equals("<<") && name.isPlain()) {
        merged.add(value);
      } else {
        members.add(name.getValue(), nameAt, value);
        own.add(name.getValue());
      }
    }
    for (FileValue value : merged) {
      merge(value, members, own);
    }
    return members.build();
  }

  /** Adds the members of a merge key ({@code <<: *defaults}); members that are present win. */
  private static void merge(
      FileValue value, FileValue.MappingBuilder members, Set<String> present) {
    if (value instanceof FileValue.Sequence sequence) {
      for (FileValue element : sequence.elements()) {
        merge(element, members, present);
      }
      return;
    }
    for (FileValue.NamedValue member : FileValue.mapping(value, "the value of <<").members()) {
      if (present.add(member.name())) {
        members.add(member.name(), member.at(), member.value());
      }
    }
  }

  private static ScalarType type(Tag tag) {
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return ScalarType.NUMBER;
    }
    return tag.equals(Tag.BOOL) ? ScalarType.BOOLEAN : ScalarType.STRING;
  }

  private FilePosition position(Optional<Mark> mark) {
    return mark.map(m -> new FilePosition(path, m.getLine() + 1, m.getColumn() + 1))
        .orElseGet(() -> FilePosition.of(path));
  }

  /** Converts a YAML tag, which is the short form of an intrinsic function of CloudFormation. */
  private static FileValue function(String tag, FileValue argument) {
    if (tag.equals("Ref") || tag.equals("Condition")) {
      return FileValue.Mapping.of(argument.at(), tag, argument);
    }
    if (tag.equals("GetAtt") && argument instanceof FileValue.Scalar scalar) {
      int dot = scalar.text().indexOf('.');
      if (dot > 0) {
        List<FileValue> parts =
            List.of(
                new FileValue.Scalar(scalar.at(), scalar.text().substring(0, dot)),
                new FileValue.Scalar(scalar.at(), scalar.text().substring(dot + 1)));
        return FileValue.Mapping.of(
            argument.at(), "Fn::GetAtt", new FileValue.Sequence(scalar.at(), parts));
      }
    }
    return FileValue.Mapping.of(argument.at(), "Fn::" + tag, argument);
  }

  private static void requireDepth(FilePosition at, int depth) {
    if (depth > JsonTokens.MAX_DEPTH) {
      throw new InvalidContentException(
          at, "nested more than " + JsonTokens.MAX_DEPTH + " levels deep");
    }
  }
}
