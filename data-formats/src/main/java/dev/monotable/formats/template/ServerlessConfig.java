package dev.monotable.formats.template;

import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code resources} of a Serverless Framework configuration as the CloudFormation
 * template that they become. See <a
 * href="https://www.serverless.com/framework/docs/providers/aws/guide/resources">AWS infrastructure
 * resources</a>.
 */
public final class ServerlessConfig {
  private final Mapping root;
  private final Stack stack;
  private final ServerlessVariables variables;

  public ServerlessConfig(Mapping root, Path file, Stack stack, Map<String, String> environment) {
    this.root = root;
    this.stack = stack;
    this.variables = new ServerlessVariables(root, file, stack, environment);
  }

  /** Returns whether a file is a configuration of the Serverless Framework. */
  public static boolean isConfig(Mapping root) {
    return root.find("service") != null
        && (root.find("provider") != null || root.find("resources") != null);
  }

  /** Returns the template, its variables resolved and its parts merged. */
  public Mapping template() {
    FileValue resources = root.findPresent("resources");
    if (resources == null) {
      throw new InvalidContentException(root.at(), "the configuration has no resources");
    }
    FileValue resolved = variables.resolve(resources);
    Map<String, MappingBuilder> sections = new LinkedHashMap<>();
    List<FileValue> parts =
        resolved instanceof Sequence sequence ? sequence.elements() : List.of(resolved);
    for (FileValue part : parts) {
      if (!(part instanceof Absent)) {
        addPart(FileValue.mapping(part, "resources"), sections);
      }
    }
    MappingBuilder template = new MappingBuilder(resources.at());
    for (Map.Entry<String, MappingBuilder> section : sections.entrySet()) {
      template.add(section.getKey(), resources.at(), section.getValue().build());
    }
    return template.build();
  }

  /** Returns the roles of the resources, and that of the functions. */
  public List<SchemaRole> roles(List<Notice> notices) {
    Mapping template =
        root.findPresent("resources") == null ? new Mapping(root.at(), List.of()) : template();
    TemplateRoles roles = new TemplateRoles(template, stack.named(stackName()), notices);
    for (String path : List.of("provider.iam.role.statements", "provider.iamRoleStatements")) {
      if (variables.self(path) instanceof Sequence statements) {
        roles.addRole(
            "IamRoleLambdaExecution",
            stackName() + "-" + stack.region() + "-lambdaRole",
            variables.resolve(statements));
      }
    }
    return roles.read();
  }

  private static void addPart(Mapping part, Map<String, MappingBuilder> sections) {
    for (NamedValue section : part.members()) {
      if (section.name().equals("extensions")) {
        throw new InvalidContentException(
            section.at(), "extensions are not supported; give the packaged template");
      }
      if (section.value() instanceof Mapping members) {
        MappingBuilder merged =
            sections.computeIfAbsent(section.name(), name -> new MappingBuilder(section.at()));
        for (NamedValue member : members.members()) {
          merged.add(member.name(), member.at(), member.value());
        }
      }
    }
  }

  /** Returns the name of the stack: that of the provider, else of the service and its stage. */
  public String stackName() {
    FileValue given = variables.self("provider.stackName");
    if (given instanceof Scalar scalar) {
      return scalar.text();
    }
    List<String> parts = new ArrayList<>();
    FileValue service = variables.self("service");
    @Nullable FileValue name = service instanceof Mapping mapping ? mapping.find("name") : service;
    for (@Nullable FileValue part : new @Nullable FileValue[] {name, variables.stage(root.at())}) {
      if (part instanceof Scalar scalar) {
        parts.add(scalar.text());
      }
    }
    return String.join("-", parts);
  }
}
