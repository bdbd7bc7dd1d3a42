package dev.monotable.formats.template;

import dev.monotable.formats.resource.ManagedPolicies;
import dev.monotable.formats.resource.RoleList;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.formats.resource.TableMentions;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the roles and users of a CloudFormation or SAM template, and of the stacks in it, with
 * their policies and those of their groups: inline ones, those of {@code AWS::IAM::Policy} and
 * {@code AWS::IAM::ManagedPolicy} in the same template, managed policies of AWS, and of SAM the
 * {@code Policies} of functions and connectors. Other resources with statements about DynamoDB are
 * reported. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iam-role.html">AWS::IAM::Role</a>.
 */
final class TemplateRoles {
  private static final String FUNCTION = "AWS::Serverless::Function";
  private static final String STATE_MACHINE = "AWS::Serverless::StateMachine";

  /** The types whose policies are attached to others. */
  private static final Set<String> POLICIES =
      Set.of(
          "AWS::IAM::Policy",
          "AWS::IAM::ManagedPolicy",
          "AWS::IAM::RolePolicy",
          "AWS::IAM::UserPolicy",
          "AWS::IAM::GroupPolicy");

  private final Template template;
  private final Intrinsics intrinsics;
  private final List<Notice> notices;
  private final RoleList roles;

  /** The resources that may be created. */
  private final List<NamedValue> resources = new ArrayList<>();

  /** The documents of managed policies, by their logical IDs and by their names. */
  private final Map<String, FileValue> managed = new LinkedHashMap<>();

  /**
   * @param notices receives what has no effect
   */
  TemplateRoles(Mapping content, Path file, Stack stack, List<Notice> notices) {
    this(new Template(content, file, stack, new Exports()), notices);
  }

  TemplateRoles(Template template, List<Notice> notices) {
    this.template = template;
    this.intrinsics = template.intrinsics();
    this.notices = notices;
    this.roles = new RoleList(notices);
    for (NamedValue entry : template.resources()) {
      if (entry.value() instanceof Mapping resource && template.mayBeCreated(resource)) {
        resources.add(entry);
      }
    }
  }

  /** Returns the roles and users, in the order of the template; those of stacks in it follow. */
  List<SchemaRole> read() {
    resources.forEach(this::add);
    resources.forEach(this::attach);
    Connectors connectors = new Connectors(template, roles, notices);
    resources.forEach(connectors::add);
    List<SchemaRole> all = new ArrayList<>(roles.build());
    for (NamedValue entry : resources) {
      if (Template.isStack(Template.type(entry)) && entry.value() instanceof Mapping resource) {
        Template nested = template.findNested(entry.name(), resource);
        if (nested != null) {
          all.addAll(new TemplateRoles(nested, notices).read());
        } else {
          notices.add(
              new Notice(
                  entry.at(),
                  entry.name()
                      + " has no effect here; its template is not a file beside this one"));
        }
      }
    }
    return all;
  }

  /** Adds a role with a policy, such as that of functions in the Serverless Framework. */
  void addRole(String key, String name, FileValue statements) {
    roles.add(key, name, false, statements.at());
    attachStatements(key, name, statements);
  }

  /** Attaches statements to a role. */
  void attachStatements(String key, String name, FileValue statements) {
    roles.attach(
        key, name, ManagedPolicies.document(intrinsics.resolve(statements), statements.at()));
  }

  /** Attaches a managed policy to a role: one of the template, or of AWS. */
  void attachManaged(String key, FileValue policy) {
    FileValue document = managed(policy);
    if (document != null) {
      roles.attach(key, key, document);
    }
  }

  // ---- roles

  private void add(NamedValue entry) {
    switch (Template.type(entry)) {
      case "AWS::IAM::Role" -> roles.add(entry.name(), name(entry, "RoleName"), false, entry.at());
      case "AWS::IAM::User" -> roles.add(entry.name(), name(entry, "UserName"), true, entry.at());
      case "AWS::IAM::Group" -> roles.addGroup(entry.name(), name(entry, "GroupName"), entry.at());
      case FUNCTION, STATE_MACHINE -> {
        if (Template.properties(entry).find("Role") == null) {
          roles.add(entry.name() + "Role", entry.name(), false, entry.at());
        }
      }
      case "AWS::IAM::ManagedPolicy" -> {
        FileValue document = Template.properties(entry).find("PolicyDocument");
        if (document != null) {
          FileValue resolved = intrinsics.resolve(document);
          managed.put(entry.name(), resolved);
          managed.put(name(entry, "ManagedPolicyName"), resolved);
        }
      }
      default -> {}
    }
  }

  private String name(NamedValue entry, String property) {
    FileValue given = Template.properties(entry).find(property);
    return given != null && intrinsics.resolve(given) instanceof Scalar name
        ? name.text()
        : entry.name();
  }

  // ---- policies

  private void attach(NamedValue entry) {
    String type = Template.type(entry);
    Mapping properties = Template.properties(entry);
    switch (type) {
      case "AWS::IAM::Role" -> attachOwn(entry.name(), properties, roles::attach);
      case "AWS::IAM::Group" -> attachOwn(entry.name(), properties, roles::attachToGroup);
      case "AWS::IAM::User" -> {
        attachOwn(entry.name(), properties, roles::attach);
        join(List.of(entry.name()), names(properties.find("Groups")));
      }
      case "AWS::IAM::UserToGroupAddition" ->
          join(names(properties.find("Users")), names(properties.find("GroupName")));
      case FUNCTION, STATE_MACHINE -> {
        if (properties.find("Role") == null) {
          attachSam(entry);
        }
      }
      default -> {
        if (POLICIES.contains(type)) {
          attachTo(entry);
        } else if (!TemplateTables.isTable(type) && TableMentions.hasStatement(properties)) {
          notices.add(
              new Notice(
                  entry.at(),
                  entry.name()
                      + " ("
                      + type
                      + ") has no effect here; it has a statement about DynamoDB"));
        }
      }
    }
  }

  /** Attaches a policy to a role or user, or to a group. */
  @FunctionalInterface
  private interface Attachment {
    void attach(String key, String name, FileValue document);
  }

  private void join(List<String> users, List<String> groups) {
    users.forEach(user -> groups.forEach(group -> roles.join(user, group)));
  }

  private void attachOwn(String key, Mapping properties, Attachment to) {
    for (FileValue each : list(properties.find("Policies"))) {
      if (each instanceof Mapping policy && policy.find("PolicyDocument") != null) {
        FileValue document = intrinsics.resolve(policy.find("PolicyDocument"));
        to.attach(key, text(policy.find("PolicyName"), key), document);
      }
    }
    for (FileValue each : list(properties.find("ManagedPolicyArns"))) {
      FileValue document = managed(each);
      if (document != null) {
        to.attach(key, policyName(each), document);
      }
    }
    bound(key, properties);
  }

  private void bound(String key, Mapping properties) {
    FileValue boundary = properties.findPresent("PermissionsBoundary");
    FileValue document = boundary == null ? null : managed(boundary);
    if (document != null) {
      roles.bound(key, document);
    }
  }

  /** Returns the document of a managed policy of the template or of AWS; reports another one. */
  private @Nullable FileValue managed(FileValue policy) {
    String id = reference(policy);
    FileValue own = id == null ? null : managed.get(id);
    if (own != null) {
      return own;
    }
    FileValue resolved = intrinsics.resolve(policy);
    if (resolved instanceof Scalar arn) {
      FileValue named =
          ManagedPolicies.isArn(arn.text()) ? null : managed.get(ManagedPolicies.name(arn.text()));
      return named == null ? roles.managed(arn.text(), policy.at()) : named;
    }
    if (resolved instanceof Unresolved unresolved) {
      notices.add(new Notice(policy.at(), "the policy has no effect here: " + unresolved.reason()));
    }
    return null;
  }

  /** Returns the name of a managed policy, for what is reported about it. */
  private String policyName(FileValue policy) {
    String id = reference(policy);
    return id == null && intrinsics.resolve(policy) instanceof Scalar arn
        ? ManagedPolicies.name(arn.text())
        : String.valueOf(id);
  }

  private void attachTo(NamedValue entry) {
    Mapping properties = Template.properties(entry);
    FileValue document = properties.find("PolicyDocument");
    if (document == null) {
      return;
    }
    FileValue resolved = intrinsics.resolve(document);
    String name = text(properties.find("PolicyName"), entry.name());
    for (String member : List.of("Roles", "Users", "RoleName", "UserName")) {
      names(properties.find(member)).forEach(role -> roles.attach(role, name, resolved));
    }
    for (String member : List.of("Groups", "GroupName")) {
      names(properties.find(member)).forEach(group -> roles.attachToGroup(group, name, resolved));
    }
  }

  /** Returns the logical IDs or names that a value has, or that the elements of a list have. */
  private List<String> names(@Nullable FileValue value) {
    List<String> names = new ArrayList<>();
    for (FileValue each : list(value)) {
      String name = reference(each);
      if (name == null && intrinsics.resolve(each) instanceof Scalar given) {
        name = given.text();
      }
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }

  // ---- SAM

  /** Attaches the policies of a function: documents, statements, templates and managed policies. */
  private void attachSam(NamedValue entry) {
    String key = entry.name() + "Role";
    Mapping properties = Template.properties(entry);
    for (FileValue each : list(properties.find("Policies"))) {
      NamedValue only = each instanceof Mapping mapping ? mapping.findOnly() : null;
      if (each instanceof Mapping policy && policy.find("Statement") != null) {
        roles.attach(key, entry.name(), intrinsics.resolve(policy));
      } else if (each instanceof Mapping policy && policy.find("Effect") != null) {
        attachStatements(key, entry.name(), policy);
      } else if (only != null && only.value() instanceof Mapping arguments) {
        attachTemplate(key, only.name(), arguments, only.at());
      } else {
        FileValue document = managed(each);
        if (document != null) {
          roles.attach(key, policyName(each), document);
        }
      }
    }
    if (readsStream(properties)) {
      FileValue document = roles.managed("AWSLambdaDynamoDBExecutionRole", entry.at());
      if (document != null) {
        roles.attach(key, "AWSLambdaDynamoDBExecutionRole", document);
      }
    }
    bound(key, properties);
  }

  /** Returns whether a function has a stream among its events, which SAM lets it read. */
  private static boolean readsStream(Mapping properties) {
    return properties.find("Events") instanceof Mapping events
        && events.members().stream()
            .anyMatch(
                event ->
                    event.value() instanceof Mapping source && source.hasText("Type", "DynamoDB"));
  }

  private void attachTemplate(String key, String policy, Mapping arguments, FilePosition at) {
    FileValue table =
        intrinsics.resolve(arguments) instanceof Mapping given ? given.find("TableName") : null;
    String name = table instanceof Scalar text ? text.text() : "";
    FileValue document = SamPolicies.ofTemplate(policy, template.stack().tableArn(name), at);
    if (document == null) {
      if (policy.contains("DynamoDB")) {
        notices.add(new Notice(at, policy + " has no effect here: its document is not known"));
      }
    } else if (table instanceof Scalar) {
      roles.attach(key, policy, document);
    } else {
      String reason = table instanceof Unresolved unresolved ? unresolved.reason() : "no TableName";
      notices.add(new Notice(at, policy + " has no effect here: " + reason));
    }
  }

  // ---- values

  /** Returns the logical ID that a value refers to; null if it is no reference. */
  static @Nullable String reference(FileValue value) {
    NamedValue only = value instanceof Mapping mapping ? mapping.findOnly() : null;
    if (only == null) {
      return null;
    }
    if (only.name().equals("Ref")) {
      return only.value() instanceof Scalar id ? id.text() : null;
    }
    if (!only.name().equals("Fn::GetAtt")) {
      return null;
    }
    if (only.value() instanceof Scalar id) {
      int dot = id.text().indexOf('.');
      return dot < 0 ? null : id.text().substring(0, dot);
    }
    return only.value() instanceof Sequence parts
            && !parts.elements().isEmpty()
            && parts.elements().get(0) instanceof Scalar id
        ? id.text()
        : null;
  }

  private static String text(@Nullable FileValue value, String ifMissing) {
    return value instanceof Scalar scalar ? scalar.text() : ifMissing;
  }

  /** Returns the elements of a list, or the only one, as they are written. */
  private List<FileValue> list(@Nullable FileValue value) {
    List<FileValue> elements = new ArrayList<>();
    FileValue chosen = value == null ? null : intrinsics.chosen(value);
    if (chosen instanceof Sequence sequence) {
      sequence.elements().forEach(element -> elements.add(intrinsics.chosen(element)));
    } else if (chosen != null) {
      elements.add(chosen);
    }
    elements.removeIf(Absent.class::isInstance);
    return elements;
  }
}
