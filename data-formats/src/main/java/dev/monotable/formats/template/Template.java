package dev.monotable.formats.template;

import dev.monotable.formats.resource.Properties;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.InvalidContentException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A template with what its deployment gives it: without loops, and with the stacks in it. The
 * template of a stack in it is a file beside it. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudformation-stack.html">AWS::CloudFormation::Stack</a>
 * and <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-application.html">AWS::Serverless::Application</a>.
 */
final class Template implements Intrinsics.Outputs {
  private final Mapping content;
  private final Path file;
  private final Stack stack;
  private final NestedTemplates files;
  private final Exports exports;
  private final Intrinsics intrinsics;

  /** The files of the stacks that contain this one, and its own. */
  private final Set<Path> above;

  private final Map<String, Template> nested = new HashMap<>();
  private final Set<String> inProgress = new HashSet<>();

  /** Reads a template that no other one contains. */
  Template(Mapping content, Path file, Stack stack, Exports exports) {
    this(content, stack, new NestedTemplates(file), exports, new Expansion(), Set.of(), file);
  }

  private Template(
      Mapping content,
      Stack stack,
      NestedTemplates files,
      Exports exports,
      Expansion expansion,
      Set<Path> outer,
      Path file) {
    this.file = file;
    this.stack = stack;
    this.files = files;
    this.exports = exports;
    Set<Path> all = new HashSet<>(outer);
    all.add(NestedTemplates.real(file));
    this.above = all;
    Intrinsics withLoops = new Intrinsics(content, stack, expansion, this);
    if (LoopExpansion.hasLoop(content)) {
      this.content = new LoopExpansion(withLoops).expand(content);
      this.intrinsics = new Intrinsics(this.content, stack, expansion.ofOtherNames(), this);
    } else {
      this.content = content;
      this.intrinsics = withLoops;
    }
    exports.add(this);
  }

  Mapping content() {
    return content;
  }

  Stack stack() {
    return stack;
  }

  Intrinsics intrinsics() {
    return intrinsics;
  }

  NestedTemplates files() {
    return files;
  }

  /** Returns the resources, in the order of the template. */
  List<NamedValue> resources() {
    return content.findPresent("Resources") instanceof Mapping resources
        ? resources.members()
        : List.of();
  }

  /** Returns the type of a resource; empty if it has none. */
  static String type(NamedValue entry) {
    return entry.value() instanceof Mapping resource && resource.find("Type") instanceof Scalar type
        ? type.text()
        : "";
  }

  /** Returns the properties of a resource as they are; empty if it has none. */
  static Mapping properties(NamedValue entry) {
    return entry.value() instanceof Mapping resource
            && resource.find("Properties") instanceof Mapping properties
        ? properties
        : new Mapping(entry.at(), List.of());
  }

  /** Returns whether a resource is created: whether its condition is true. */
  boolean isCreated(Mapping resource) {
    FileValue condition = resource.find("Condition");
    return condition == null
        || intrinsics.condition(FileValue.text(condition, "Condition"), condition.at());
  }

  /** Returns whether a resource may be created: its condition is true, or not known. */
  boolean mayBeCreated(Mapping resource) {
    try {
      return isCreated(resource);
    } catch (InvalidContentException e) {
      return true;
    }
  }

  static boolean isStack(String type) {
    return type.equals("AWS::CloudFormation::Stack") || type.equals("AWS::Serverless::Application");
  }

  /** Returns the template of a stack in this one; null if it is not a file beside this one. */
  @Nullable Template findNested(String id, Mapping resource) {
    Template known = nested.get(id);
    if (known != null) {
      return known;
    }
    String location = location(resource);
    Path found = location == null ? null : files.find(file, location);
    if (found == null) {
      return null;
    }
    if (above.contains(found)) {
      throw new InvalidContentException(resource.at(), "the stack '" + id + "' contains itself");
    }
    if (!inProgress.add(id)) {
      throw new InvalidContentException(resource.at(), "the stack '" + id + "' depends on itself");
    }
    try {
      Mapping template = files.read(found, resource.at());
      Template read =
          new Template(
              template,
              nestedStack(id, resource),
              files,
              exports,
              intrinsics.expansion().ofOtherNames(),
              above,
              found);
      nested.put(id, read);
      return read;
    } finally {
      inProgress.remove(id);
    }
  }

  /** Returns where the template of a stack is; null if only a deployment knows. */
  private @Nullable String location(Mapping resource) {
    // The CDK uploads the template, and keeps the name of its file.
    if (resource.find("Metadata") instanceof Mapping metadata
        && metadata.find("aws:asset:path") instanceof Scalar path) {
      return path.text();
    }
    if (resource.find("Properties") instanceof Mapping properties) {
      for (String name : List.of("TemplateURL", "Location")) {
        FileValue given = properties.find(name);
        if (given != null && intrinsics.resolve(given) instanceof Scalar text) {
          return text.text();
        }
      }
    }
    return null;
  }

  private Stack nestedStack(String id, Mapping resource) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, Unresolved> unknown = new HashMap<>();
    if (resource.find("Properties") instanceof Mapping properties
        && properties.find("Parameters") instanceof Mapping parameters) {
      for (NamedValue parameter : parameters.members()) {
        FileValue value = intrinsics.resolve(parameter.value());
        if (value instanceof Unresolved unresolved) {
          unknown.put(parameter.name(), unresolved);
        } else if (value instanceof Sequence list) {
          values.put(parameter.name(), joined(list));
        } else if (!(value instanceof Absent)) {
          values.put(parameter.name(), FileValue.text(value, "the parameter " + parameter.name()));
        }
      }
    }
    return stack.nested(id, values, unknown);
  }

  private static String joined(Sequence list) {
    return FileValue.elements(list, "the parameter").stream()
        .map(element -> FileValue.text(element, "an element of the parameter"))
        .collect(Collectors.joining(","));
  }

  @Override
  public @Nullable FileValue exported(String name) {
    return exports.find(name);
  }

  @Override
  public @Nullable FileValue output(String id, Mapping resource, String name) {
    if (!isStack(resource.find("Type") instanceof Scalar type ? type.text() : "")) {
      return null;
    }
    Template template = findNested(id, resource);
    return template != null
            && template.content.find("Outputs") instanceof Mapping outputs
            && outputs.find(name) instanceof Mapping output
            && output.find("Value") != null
        ? template.intrinsics.resolve(Properties.require(output, "Value", name))
        : null;
  }
}
