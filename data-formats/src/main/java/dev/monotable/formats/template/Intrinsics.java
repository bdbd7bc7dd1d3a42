package dev.monotable.formats.template;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolves CloudFormation's intrinsic functions as far as possible without a deployment: parameters
 * (by given values or defaults), mappings, conditions, and the names and ARNs of tables. All else
 * becomes {@link Unresolved} with a reason. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html">the
 * reference of intrinsic functions</a>.
 */
final class Intrinsics {
  /** The length that the name of a table has at least. */
  private static final int MIN_NAME = 3;

  /**
   * The attributes of tables, and what follows the ARN of the table in them. The label of a stream
   * is known only when the table exists.
   */
  private static final Map<String, String> TABLE_ATTRIBUTES =
      Map.of("Arn", "", "StreamArn", "/stream/*", "TableArn", "", "TableStreamArn", "/stream/*");

  /** The characters in the IDs of GraphQL APIs. */
  private static final String API_CHARACTERS = "abcdefghijklmnopqrstuvwxyz234567";

  private final Mapping template;
  private final Stack stack;
  private final TemplateParameters parameters;
  private final Expansion expansion;
  private final Outputs outputs;

  /** The outputs of other stacks. */
  interface Outputs {
    /**
     * Returns an output of a stack in this one; null if it has no such output.
     *
     * @param id the logical ID of the stack in this template
     */
    @Nullable FileValue output(String id, Mapping resource, String output);

    /** Returns what another stack exports; null if no stack exports the name. */
    @Nullable FileValue exported(String name);
  }

  /**
   * @param expansion counts what is resolved
   */
  Intrinsics(Mapping template, Stack stack, Expansion expansion, Outputs outputs) {
    this.template = template;
    this.stack = stack;
    this.parameters = new TemplateParameters(section("Parameters"), stack);
    this.expansion = expansion;
    this.outputs = outputs;
  }

  Expansion expansion() {
    return expansion;
  }

  /** Returns the value with each function replaced by its result. */
  FileValue resolve(FileValue value) {
    expansion.count(value.at());
    if (value instanceof Mapping mapping) {
      if (mapping.members().size() == 1) {
        NamedValue only = mapping.members().iterator().next();
        String name = only.name();
        if (name.equals("Ref") || name.startsWith("Fn::")) {
          return call(name, only.value(), mapping.positionOf(name));
        }
      }
      FileValue.MappingBuilder resolved = new FileValue.MappingBuilder(mapping.at());
      for (NamedValue member : mapping.members()) {
        FileValue memberValue = resolve(member.value());
        if (!(memberValue instanceof Absent)) {
          resolved.add(member.name(), mapping.positionOf(member.name()), memberValue);
        }
      }
      return resolved.build();
    }
    if (value instanceof Sequence sequence) {
      List<FileValue> elements = new ArrayList<>();
      for (FileValue element : sequence.elements()) {
        FileValue resolved = resolve(element);
        if (!(resolved instanceof Absent)) {
          elements.add(resolved);
        }
      }
      return new Sequence(sequence.at(), elements);
    }
    if (value instanceof Scalar scalar && scalar.text().contains("{{resolve:")) {
      return new Unresolved(
          scalar.at(), "the dynamic reference " + scalar.text() + " cannot be resolved offline");
    }
    return value;
  }

  /** Returns whether the named condition of the template holds. */
  boolean condition(String name, FilePosition at) {
    Mapping conditions = section("Conditions");
    FileValue condition = conditions == null ? null : conditions.find(name);
    if (condition == null) {
      throw new InvalidContentException(at, "the template has no condition '" + name + "'");
    }
    String what = "the condition '" + name + "'";
    FileValue result =
        expansion.resolve(
            "condition " + name,
            at,
            what + " depends on itself",
            () -> new Scalar(at, String.valueOf(truth(condition, what))));
    return result instanceof Scalar truth && truth.text().equals("true");
  }

  /**
   * Returns the name of a table resource: as given, or its logical ID. A logical ID that is too
   * short for a table becomes a name as CloudFormation generates it.
   */
  FileValue tableName(String logicalId, Mapping resource) {
    FileValue name =
        name(
            logicalId,
            resource,
            AmplifyTable.isAmplifyTable(resource) ? AmplifyTable.NAME : "TableName");
    return name instanceof Scalar scalar
            && scalar.at().equals(resource.at())
            && logicalId.length() < MIN_NAME
        ? new Scalar(resource.at(), stack.generatedName(logicalId))
        : name;
  }

  private FileValue name(String logicalId, Mapping resource, String property) {
    FileValue properties = resource.find("Properties");
    FileValue name = properties instanceof Mapping mapping ? mapping.find(property) : null;
    if (name == null) {
      return new Scalar(resource.at(), logicalId);
    }
    FileValue resolved =
        expansion.resolve(
            "name " + logicalId,
            name.at(),
            "the name of '" + logicalId + "' depends on itself",
            () -> resolve(name));
    return resolved == null || resolved instanceof Absent
        ? new Scalar(resource.at(), logicalId)
        : resolved;
  }

  private FileValue call(String function, FileValue argument, FilePosition at) {
    return switch (function) {
      case "Ref" -> reference(FileValue.text(argument, "Ref"), at);
      case "Fn::Sub" -> substitute(argument, at);
      case "Fn::Join" -> join(argument, at);
      case "Fn::Select" -> select(argument, at);
      case "Fn::Split" -> split(argument, at);
      case "Fn::FindInMap" -> findInMap(argument, at);
      case "Fn::If" -> choose(argument);
      case "Fn::Equals", "Fn::And", "Fn::Or", "Fn::Not" ->
          new Scalar(at, String.valueOf(truth(Mapping.of(at, function, argument), function)));
      case "Fn::GetAtt" -> attribute(argument, at);
      case "Fn::ImportValue" -> imported(argument, at);
      case "Fn::Length" -> length(argument, at);
      case "Fn::ToJsonString" -> json(argument, at);
      default -> new Unresolved(at, function + " cannot be resolved offline");
    };
  }

  private FileValue reference(String name, FilePosition at) {
    switch (name) {
      case "AWS::Region":
        return new Scalar(at, stack.region());
      case "AWS::AccountId":
        return new Scalar(at, stack.account());
      case "AWS::Partition":
        return new Scalar(at, "aws");
      case "AWS::URLSuffix":
        return new Scalar(at, "amazonaws.com");
      case "AWS::StackName":
        return new Scalar(at, stack.name());
      case "AWS::StackId":
        return new Scalar(at, stack.arn());
      case "AWS::NoValue":
        return new Absent(at);
      default:
        break;
    }
    FileValue parameter = parameters.find(name, at);
    if (parameter != null) {
      return parameter;
    }
    Mapping resource = resource(name);
    if (resource == null) {
      throw new InvalidContentException(
          at, "the template has no parameter or resource '" + name + "'");
    }
    return isTable(resource)
        ? tableName(name, resource)
        : new Unresolved(
            at, "the name of the resource '" + name + "' is known only when it is deployed");
  }

  private FileValue substitute(FileValue argument, FilePosition at) {
    FileValue textValue = argument;
    Mapping variables = null;
    if (argument instanceof Sequence) {
      List<FileValue> parts = arguments(argument, "Fn::Sub", 2, 2);
      textValue = parts.get(0);
      variables = FileValue.mapping(parts.get(1), "the variables of Fn::Sub");
    }
    String text = FileValue.text(textValue, "Fn::Sub");
    StringBuilder result = new StringBuilder();
    int index = 0;
    while (true) {
      int open = text.indexOf("${", index);
      int close = open < 0 ? -1 : text.indexOf('}', open);
      if (close < 0) {
        return new Scalar(at, result.append(text, index, text.length()).toString());
      }
      result.append(text, index, open);
      index = close + 1;
      String name = text.substring(open + 2, close).trim();
      if (name.startsWith("!")) {
        result.append("${").append(name, 1, name.length()).append('}');
        continue;
      }
      FileValue own = variables == null ? null : variables.find(name);
      FileValue value;
      if (own != null) {
        value = resolve(own);
      } else if (name.indexOf('.') > 0) {
        int dot = name.indexOf('.');
        value = attribute(name.substring(0, dot), name.substring(dot + 1), at);
      } else {
        value = reference(name, at);
      }
      if (value instanceof Unresolved) {
        return value;
      }
      result.append(expansion.counted(FileValue.text(value, "'" + name + "' in Fn::Sub"), at));
    }
  }

  private FileValue join(FileValue argument, FilePosition at) {
    List<FileValue> parts = arguments(argument, "Fn::Join", 2, 2);
    FileValue list = resolve(parts.get(1));
    if (list instanceof Unresolved) {
      return list;
    }
    String delimiter = FileValue.text(parts.get(0), "the delimiter of Fn::Join");
    StringBuilder result = new StringBuilder();
    String before = "";
    for (FileValue element : FileValue.elements(list, "the values of Fn::Join")) {
      if (element instanceof Unresolved) {
        return element;
      }
      result
          .append(before)
          .append(expansion.counted(FileValue.text(element, "a value of Fn::Join"), at));
      before = delimiter;
    }
    return new Scalar(at, result.toString());
  }

  private FileValue select(FileValue argument, FilePosition at) {
    List<FileValue> parts = arguments(argument, "Fn::Select", 2, 2);
    FileValue index = resolve(parts.get(0));
    FileValue list = resolve(parts.get(1));
    if (index instanceof Unresolved) {
      return index;
    }
    if (list instanceof Unresolved) {
      return list;
    }
    List<FileValue> elements = FileValue.elements(list, "the values of Fn::Select");
    String text = FileValue.text(index, "the index of Fn::Select");
    if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) >= elements.size()) {
      throw new InvalidContentException(at, "Fn::Select has no value at '" + text + "'");
    }
    return elements.get(Integer.parseInt(text));
  }

  private FileValue split(FileValue argument, FilePosition at) {
    List<FileValue> parts = arguments(argument, "Fn::Split", 2, 2);
    FileValue text = resolve(parts.get(1));
    if (text instanceof Unresolved) {
      return text;
    }
    String rest = FileValue.text(text, "the value of Fn::Split");
    String delimiter = FileValue.text(parts.get(0), "the delimiter of Fn::Split");
    if (delimiter.isEmpty()) {
      throw new InvalidContentException(at, "the delimiter of Fn::Split is empty");
    }
    List<FileValue> elements = new ArrayList<>();
    int found;
    while ((found = rest.indexOf(delimiter)) >= 0) {
      elements.add(new Scalar(at, rest.substring(0, found)));
      rest = rest.substring(found + delimiter.length());
    }
    elements.add(new Scalar(at, rest));
    return new Sequence(at, elements);
  }

  private FileValue findInMap(FileValue argument, FilePosition at) {
    List<FileValue> parts = arguments(argument, "Fn::FindInMap", 3, 4);
    FileValue current = section("Mappings");
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      FileValue key = resolve(parts.get(i));
      if (key instanceof Unresolved) {
        return key;
      }
      String name = FileValue.text(key, "a key of Fn::FindInMap");
      path.append(i == 0 ? "" : ".").append(name);
      current = current instanceof Mapping mapping ? mapping.find(name) : null;
    }
    if (current != null) {
      return resolve(current);
    }
    if (parts.size() == 4 && parts.get(3) instanceof Mapping options) {
      FileValue other = options.find("DefaultValue");
      if (other != null) {
        return resolve(other);
      }
    }
    throw new InvalidContentException(at, "the template's Mappings have no " + path);
  }

  private FileValue imported(FileValue argument, FilePosition at) {
    FileValue found =
        resolve(argument) instanceof Scalar name ? outputs.exported(name.text()) : null;
    return found == null ? new Unresolved(at, "Fn::ImportValue cannot be resolved offline") : found;
  }

  private FileValue length(FileValue argument, FilePosition at) {
    FileValue list = resolve(argument);
    return list instanceof Unresolved
        ? list
        : new Scalar(
            at,
            String.valueOf(FileValue.elements(list, "the value of Fn::Length").size()),
            ScalarType.NUMBER);
  }

  private FileValue json(FileValue argument, FilePosition at) {
    FileValue value = resolve(argument);
    Unresolved unresolved = ResolvedJson.findUnresolved(value);
    return unresolved == null
        ? new Scalar(at, expansion.counted(ResolvedJson.of(value), at))
        : unresolved;
  }

  private FileValue choose(FileValue argument) {
    List<FileValue> parts = arguments(argument, "Fn::If", 3, 3);
    String name = FileValue.text(parts.get(0), "the condition of Fn::If");
    return resolve(parts.get(condition(name, parts.get(0).at()) ? 1 : 2));
  }

  /** Returns the branch of {@code Fn::If} as it is written; another value itself. */
  FileValue chosen(FileValue value) {
    NamedValue only = value instanceof Mapping mapping ? mapping.findOnly() : null;
    if (only != null && only.name().equals("Fn::If")) {
      List<FileValue> parts = arguments(only.value(), "Fn::If", 3, 3);
      String name = FileValue.text(parts.get(0), "the condition of Fn::If");
      return chosen(parts.get(condition(name, parts.get(0).at()) ? 1 : 2));
    }
    return only != null
            && only.name().equals("Ref")
            && only.value() instanceof Scalar name
            && name.text().equals("AWS::NoValue")
        ? new Absent(value.at())
        : value;
  }

  private boolean truth(FileValue value, String what) {
    if (value instanceof Mapping mapping && mapping.members().size() == 1) {
      NamedValue only = mapping.members().iterator().next();
      FileValue argument = only.value();
      switch (only.name()) {
        case "Condition":
          return condition(FileValue.text(argument, "Condition"), argument.at());
        case "Fn::Not":
          return !truth(arguments(argument, "Fn::Not", 1, 1).get(0), what);
        case "Fn::And":
          boolean all = true;
          for (FileValue each : arguments(argument, "Fn::And", 1, 10)) {
            all &= truth(each, what);
          }
          return all;
        case "Fn::Or":
          boolean any = false;
          for (FileValue each : arguments(argument, "Fn::Or", 1, 10)) {
            any |= truth(each, what);
          }
          return any;
        case "Fn::Equals":
          List<FileValue> sides = arguments(argument, "Fn::Equals", 2, 2);
          return FileValue.text(resolve(sides.get(0)), what)
              .equals(FileValue.text(resolve(sides.get(1)), what));
        default:
          break;
      }
    }
    FileValue resolved = resolve(value);
    String text = FileValue.text(resolved, what);
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return text.equalsIgnoreCase("true");
    }
    throw new InvalidContentException(
        value.at(), what + " is neither true nor false: '" + text + "'");
  }

  private FileValue attribute(FileValue argument, FilePosition at) {
    if (argument instanceof Scalar scalar && scalar.text().indexOf('.') > 0) {
      int dot = scalar.text().indexOf('.');
      return attribute(scalar.text().substring(0, dot), scalar.text().substring(dot + 1), at);
    }
    List<FileValue> parts = arguments(argument, "Fn::GetAtt", 2, 2);
    FileValue attribute = resolve(parts.get(1));
    return attribute instanceof Unresolved
        ? attribute
        : attribute(
            FileValue.text(parts.get(0), "the resource of Fn::GetAtt"),
            FileValue.text(attribute, "the attribute of Fn::GetAtt"),
            at);
  }

  private FileValue attribute(String logicalId, String attribute, FilePosition at) {
    Mapping resource = resource(logicalId);
    if (resource == null) {
      throw new InvalidContentException(at, "the template has no resource '" + logicalId + "'");
    }
    if (isTable(resource) && TABLE_ATTRIBUTES.containsKey(attribute)) {
      FileValue name = tableName(logicalId, resource);
      String end = TABLE_ATTRIBUTES.get(attribute);
      return name instanceof Scalar scalar
          ? new Scalar(at, stack.tableArn(scalar.text()) + end)
          : name;
    }
    if (attribute.startsWith("Outputs.")) {
      FileValue output = outputs.output(logicalId, resource, attribute.substring(8));
      if (output != null) {
        return output;
      }
    }
    if (attribute.equals("ApiId") && isOfType(resource, "AWS::AppSync::GraphQLApi")) {
      return new Scalar(at, stack.characters(logicalId, API_CHARACTERS, 26));
    }
    if (attribute.equals("Arn") && isOfType(resource, "AWS::Kinesis::Stream")) {
      FileValue name = name(logicalId, resource, "Name");
      return name instanceof Scalar scalar ? new Scalar(at, stack.kinesisArn(scalar.text())) : name;
    }
    return new Unresolved(
        at, logicalId + "." + attribute + " is known only when the template is deployed");
  }

  static List<FileValue> arguments(FileValue argument, String function, int min, int max) {
    if (argument instanceof Sequence sequence
        && sequence.elements().size() >= min
        && sequence.elements().size() <= max) {
      return sequence.elements();
    }
    String count = min == max ? String.valueOf(min) : min + " to " + max;
    throw new InvalidContentException(
        argument.at(), function + " takes a list of " + count + " values");
  }

  private @Nullable Mapping resource(String logicalId) {
    Mapping resources = section("Resources");
    return resources != null && resources.find(logicalId) instanceof Mapping resource
        ? resource
        : null;
  }

  private static boolean isOfType(Mapping resource, String type) {
    return resource.hasText("Type", type);
  }

  private static boolean isTable(Mapping resource) {
    return resource.find("Type") instanceof Scalar type && TemplateTables.isTable(type.text());
  }

  private @Nullable Mapping section(String name) {
    FileValue section = template.find(name);
    return section == null || section instanceof Absent ? null : FileValue.mapping(section, name);
  }
}
