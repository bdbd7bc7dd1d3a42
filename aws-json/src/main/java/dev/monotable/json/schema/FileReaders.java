package dev.monotable.json.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
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
final class FileReaders {
  private static final int MAX_YAML_CHARACTERS = 64 << 20;
  private static final int MAX_DEPTH = 200;

  private FileReaders() {}

  /**
   * Reads a file.
   *
   * @param text the whole file; JSON if it begins with a brace or a bracket, otherwise YAML
   * @throws InvalidSchemaFileException if it is neither JSON nor YAML
   */
  static FileValue read(String text) {
    String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
    int first = 0;
    while (first < content.length() && Character.isWhitespace(content.charAt(first))) {
      first++;
    }
    if (first == content.length()) {
      throw new InvalidSchemaFileException(1, "the file is empty");
    }
    char start = content.charAt(first);
    return start == '{' || start == '[' ? json(content) : yaml(content);
  }

  // ---- JSON ----

  private static FileValue json(String content) {
    try (JsonParser parser = new JsonFactory().createParser(content)) {
      parser.nextToken();
      FileValue value = jsonValue(parser, 0);
      if (parser.nextToken() != null) {
        throw new InvalidSchemaFileException(
            line(parser), "more follows after the end of the JSON value");
      }
      return value;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new InvalidSchemaFileException(line, "not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalStateException("reading from a string", e);
    }
  }

  private static FileValue jsonValue(JsonParser parser, int depth) throws IOException {
    int line = line(parser);
    requireDepth(line, depth);
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      FileValue.MappingBuilder members = new FileValue.MappingBuilder(line);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        int nameLine = line(parser);
        parser.nextToken();
        members.add(name, nameLine, jsonValue(parser, depth + 1));
      }
      return members.build();
    }
    if (token == JsonToken.START_ARRAY) {
      List<FileValue> elements = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(jsonValue(parser, depth + 1));
      }
      return new FileValue.Sequence(line, elements);
    }
    return token == JsonToken.VALUE_NULL
        ? new FileValue.Absent(line)
        : new FileValue.Scalar(line, parser.getText());
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  // ---- YAML ----

  private static FileValue yaml(String content) {
    LoadSettings settings =
        LoadSettings.builder()
            .setUseMarks(true)
            .setCodePointLimit(MAX_YAML_CHARACTERS)
            .setAllowDuplicateKeys(true)
            .build();
    try {
      Optional<Node> root = new Compose(settings).composeString(content);
      if (root.isEmpty()) {
        throw new InvalidSchemaFileException(1, "the file is empty");
      }
      return yamlValue(root.get(), 0, new HashSet<>());
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      throw new InvalidSchemaFileException(line, "not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new InvalidSchemaFileException(0, "not YAML: " + e.getMessage());
    }
  }

  /**
   * Converts a node.
   *
   * @param above the enclosing nodes, which an alias inside must not name
   */
  private static FileValue yamlValue(Node node, int depth, Set<Node> above) {
    int line = node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
    requireDepth(line, depth);
    if (!above.add(node)) {
      throw new InvalidSchemaFileException(line, "an alias names what contains it");
    }
    FileValue value = plainYaml(node, line, depth, above);
    above.remove(node);
    String tag = node.getTag().getValue();
    return tag.startsWith("!") ? function(tag.substring(1), value) : value;
  }

  private static FileValue plainYaml(Node node, int line, int depth, Set<Node> above) {
    if (node instanceof ScalarNode scalar) {
      return Tag.NULL.equals(scalar.getTag())
          ? new FileValue.Absent(line)
          : new FileValue.Scalar(line, scalar.getValue());
    }
    if (node instanceof SequenceNode sequence) {
      List<FileValue> elements = new ArrayList<>();
      for (Node element : sequence.getValue()) {
        elements.add(yamlValue(element, depth + 1, above));
      }
      return new FileValue.Sequence(line, elements);
    }
    if (node instanceof MappingNode mapping) {
      FileValue.MappingBuilder members = new FileValue.MappingBuilder(line);
      for (NodeTuple member : mapping.getValue()) {
        int nameLine = member.getKeyNode().getStartMark().map(Mark::getLine).orElse(-1) + 1;
        if (!(member.getKeyNode() instanceof ScalarNode name)) {
          throw new InvalidSchemaFileException(nameLine, "a name must be a string");
        }
        members.add(name.getValue(), nameLine, yamlValue(member.getValueNode(), depth + 1, above));
      }
      return members.build();
    }
    throw new InvalidSchemaFileException(line, "not a value: " + node.getNodeType());
  }

  /** Converts a YAML tag, which is the short form of an intrinsic function of CloudFormation. */
  private static FileValue function(String tag, FileValue argument) {
    if (tag.equals("Ref") || tag.equals("Condition")) {
      return FileValue.Mapping.of(argument.line(), tag, argument);
    }
    if (tag.equals("GetAtt") && argument instanceof FileValue.Scalar scalar) {
      int dot = scalar.text().indexOf('.');
      if (dot > 0) {
        List<FileValue> parts =
            List.of(
                new FileValue.Scalar(scalar.line(), scalar.text().substring(0, dot)),
                new FileValue.Scalar(scalar.line(), scalar.text().substring(dot + 1)));
        return FileValue.Mapping.of(
            argument.line(), "Fn::GetAtt", new FileValue.Sequence(scalar.line(), parts));
      }
    }
    return FileValue.Mapping.of(argument.line(), "Fn::" + tag, argument);
  }

  private static void requireDepth(int line, int depth) {
    if (depth > MAX_DEPTH) {
      throw new InvalidSchemaFileException(line, "nested more than " + MAX_DEPTH + " levels deep");
    }
  }
}
