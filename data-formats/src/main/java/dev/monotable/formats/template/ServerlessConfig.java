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
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code resources} of a Serverless Framework configuration as the CloudFormation
 * template that they become. See <a
 * href="https://www.serverless.com/framework/docs/providers/aws/guide/resources">AWS infrastructure
 * resources</a>.
 */
public final class ServerlessConfig {
  /** The end of the logical IDs of roles; without a beginning, that of all functions. */
  private static final String GLOBAL_ROLE = "IamRoleLambdaExecution";

  private final Mapping root;
  private final Path file;
  private final Stack stack;
  private final ServerlessVariables variables;

  public ServerlessConfig(Mapping root, Path file, Stack stack, Map<String, String> environment) {
    this.root = root;
    this.file = file;
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
    List<FileValue> parts = FileValue.oneOrMore(resolved);
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

  /** Returns the roles of the resources, and those of the functions. */
  public List<SchemaRole> roles(List<Notice> notices) {
    Mapping template =
        root.findPresent("resources") == null ? new Mapping(root.at(), List.of()) : template();
    TemplateRoles roles = new TemplateRoles(template, file, stack.named(stackName()), notices);
    List<FileValue> statements = new ArrayList<>();
    for (String path : List.of("provider.iam.role.statements", "provider.iamRoleStatements")) {
      if (variables.self(path) instanceof Sequence given) {
        statements.addAll(given.elements());
      }
    }
    List<FileValue> managed = new ArrayList<>();
    for (String path :
        List.of("provider.iam.role.managedPolicies", "provider.iamManagedPolicies")) {
      if (variables.self(path) instanceof Sequence given) {
        managed.addAll(given.elements());
      }
    }
    if (!statements.isEmpty() || !managed.isEmpty()) {
      roles.addRole(
          GLOBAL_ROLE, roleName(null), new Sequence(root.positionOf("provider"), statements));
      managed.forEach(policy -> roles.attachManaged(GLOBAL_ROLE, policy));
    }
    FileValue functions = root.find("functions");
    if (functions != null) {
      addFunctions(functions, statements, roles);
    }
    return roles.read();
  }

  /** Adds the roles of functions: a mapping, or a list of mappings. */
  private void addFunctions(FileValue functions, List<FileValue> ofAll, TemplateRoles roles) {
    FileValue resolved = functions instanceof Scalar ? variables.resolve(functions) : functions;
    if (resolved instanceof Sequence list) {
      list.elements().forEach(each -> addFunctions(each, ofAll, roles));
    } else if (resolved instanceof Mapping mapping) {
      for (NamedValue each : mapping.members()) {
        FileValue value =
            each.value() instanceof Scalar ? variables.resolve(each.value()) : each.value();
        if (value instanceof Mapping function) {
          addFunction(each, function, ofAll, roles);
        }
      }
    }
  }

  /**
   * Adds the role of a function with statements of its own, by the plugin
   * serverless-iam-roles-per-function or in {@code iam.role}.
   */
  private void addFunction(
      NamedValue named, Mapping function, List<FileValue> ofAll, TemplateRoles roles) {
    FileValue given = function.findPresent("iamRoleStatements");
    FileValue inherit = function.find("iamRoleStatementsInherit");
    FileValue name = function.find("iamRoleStatementsName");
    if (given == null
        && function.find("iam") instanceof Mapping iam
        && iam.find("role") instanceof Mapping role) {
      given = role.findPresent("statements");
      inherit = role.find("inheritStatements");
      name = role.find("name");
    }
    if (given == null) {
      return;
    }
    List<FileValue> statements = new ArrayList<>();
    if (isTrue(
        inherit == null
            ? variables.self("custom.serverless-iam-roles-per-function.defaultInherit")
            : inherit)) {
      statements.addAll(ofAll);
    }
    statements.addAll(
        FileValue.elements(variables.resolve(given), "the statements of " + named.name()));
    FileValue roleName = name == null ? null : variables.resolve(name);
    roles.addRole(
        normalized(named.name()) + GLOBAL_ROLE,
        roleName instanceof Scalar text ? text.text() : roleName(named.name()),
        new Sequence(given.at(), statements));
  }

  private static boolean isTrue(@Nullable FileValue value) {
    return value instanceof Scalar text && text.text().equals("true");
  }

  /** Returns the name of the role of all functions, or of one. */
  private String roleName(@Nullable String function) {
    return stackName()
        + (function == null ? "" : "-" + function)
        + "-"
        + stack.region()
        + "-lambdaRole";
  }

  /** Returns the name of a function as it is in the logical IDs of its resources. */
  private static String normalized(String name) {
    String text = name.replace("-", "Dash").replace("_", "Underscore");
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static void addPart(Mapping part, Map<String, MappingBuilder> sections) {
    for (NamedValue section : part.members()) {
      if (section.name().equals("extensions")) {
        throw new InvalidContentException(
            section.at(), "extensions are not supported; give the packaged template");
      }
      if (section.name().equals("Resources") || section.value() instanceof Mapping) {
        Mapping members = FileValue.mapping(section.value(), section.name());
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
