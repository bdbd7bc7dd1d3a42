package dev.monotable.formats.template;

import dev.monotable.formats.resource.RoleList;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the roles and users of a CloudFormation or SAM template with their policies and those of
 * their groups: inline ones, those of {@code AWS::IAM::Policy} and {@code AWS::IAM::ManagedPolicy}
 * in the same template, and the {@code Policies} of functions with SAM's policy templates for
 * tables. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-iam-role.html">AWS::IAM::Role</a>
 * and <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-policy-template-list.html">SAM
 * policy templates</a>.
 */
public final class TemplateRoles {
  /** The actions of SAM's policy templates on a table and its indexes. */
  private static final Map<String, List<String>> TABLE_TEMPLATES =
      Map.of(
          "DynamoDBCrudPolicy",
              List.of(
                  "dynamodb:GetItem",
                  "dynamodb:DeleteItem",
                  "dynamodb:PutItem",
                  "dynamodb:Scan",
                  "dynamodb:Query",
                  "dynamodb:UpdateItem",
                  "dynamodb:BatchWriteItem",
                  "dynamodb:BatchGetItem",
                  "dynamodb:DescribeTable",
                  "dynamodb:ConditionCheckItem"),
          "DynamoDBReadPolicy",
              List.of(
                  "dynamodb:GetItem",
                  "dynamodb:Scan",
                  "dynamodb:Query",
                  "dynamodb:BatchGetItem",
                  "dynamodb:DescribeTable"),
          "DynamoDBWritePolicy",
              List.of("dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:BatchWriteItem"),
          "DynamoDBReconfigurePolicy", List.of("dynamodb:UpdateTable"));

  private static final List<String> STREAM_ACTIONS =
      List.of("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator");

  private final Mapping resources;
  private final Intrinsics intrinsics;
  private final Stack stack;
  private final RoleList roles;

  /** The documents of managed policies, by their logical IDs. */
  private final Map<String, FileValue> managed = new LinkedHashMap<>();

  public TemplateRoles(Mapping template, Stack stack, List<Notice> notices) {
    FileValue section = template.find("Resources");
    this.resources =
        section instanceof Mapping mapping ? mapping : new Mapping(template.at(), List.of());
    this.intrinsics = new Intrinsics(template, stack);
    this.stack = stack;
    this.roles = new RoleList(notices);
  }

  /** Returns the roles and users, in the order of the template. */
  public List<SchemaRole> read() {
    for (NamedValue entry : resources.members()) {
      switch (type(entry)) {
        case "AWS::IAM::Role" ->
            roles.add(entry.name(), name(entry, "RoleName"), false, entry.at());
        case "AWS::IAM::User" -> roles.add(entry.name(), name(entry, "UserName"), true, entry.at());
        case "AWS::IAM::Group" ->
            roles.addGroup(entry.name(), name(entry, "GroupName"), entry.at());
        case "AWS::Serverless::Function" -> {
          if (properties(entry).find("Role") == null) {
            roles.add(entry.name() + "Role", entry.name(), false, entry.at());
          }
        }
        case "AWS::IAM::ManagedPolicy" -> {
          FileValue document = properties(entry).find("PolicyDocument");
          if (document != null) {
            managed.put(entry.name(), intrinsics.resolve(document));
          }
        }
        default -> {}
      }
    }
    for (NamedValue entry : resources.members()) {
      switch (type(entry)) {
        case "AWS::IAM::Role" -> attachOwn(entry.name(), properties(entry), roles::attach);
        case "AWS::IAM::Group" -> attachOwn(entry.name(), properties(entry), roles::attachToGroup);
        case "AWS::IAM::User" -> {
          attachOwn(entry.name(), properties(entry), roles::attach);
          join(List.of(entry.name()), names(properties(entry).find("Groups")));
        }
        case "AWS::IAM::UserToGroupAddition" ->
            join(
                names(properties(entry).find("Users")), names(properties(entry).find("GroupName")));
        case "AWS::IAM::Policy",
            "AWS::IAM::ManagedPolicy",
            "AWS::IAM::RolePolicy",
            "AWS::IAM::UserPolicy",
            "AWS::IAM::GroupPolicy" ->
            attachTo(entry);
        case "AWS::Serverless::Function" -> attachSam(entry);
        default -> {}
      }
    }
    return roles.build();
  }

  /** Adds the role of functions in a configuration of the Serverless Framework. */
  void addRole(String key, String name, FileValue statements) {
    roles.add(key, name, false, statements.at());
    roles.attach(key, key, document(intrinsics.resolve(statements), statements.at()));
  }

  private static String type(NamedValue entry) {
    return entry.value() instanceof Mapping resource && resource.find("Type") instanceof Scalar type
        ? type.text()
        : "";
  }

  private static Mapping properties(NamedValue entry) {
    return entry.value() instanceof Mapping resource
            && resource.find("Properties") instanceof Mapping properties
        ? properties
        : new Mapping(entry.at(), List.of());
  }

  private String name(NamedValue entry, String property) {
    FileValue given = properties(entry).find(property);
    return given != null && intrinsics.resolve(given) instanceof Scalar name
        ? name.text()
        : entry.name();
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
      String reference = reference(each);
      FileValue document = reference == null ? null : managed.get(reference);
      if (reference != null && document != null) {
        to.attach(key, reference, document);
      }
    }
    FileValue boundary = properties.find("PermissionsBoundary");
    String reference = boundary == null ? null : reference(boundary);
    FileValue document = reference == null ? null : managed.get(reference);
    if (document != null) {
      roles.bound(key, document);
    }
  }

  private void attachTo(NamedValue entry) {
    Mapping properties = properties(entry);
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

  /** Attaches the policies of a function: documents, statements, and SAM's policy templates. */
  private void attachSam(NamedValue entry) {
    String key = entry.name() + "Role";
    for (FileValue each : list(properties(entry).find("Policies"))) {
      if (!(each instanceof Mapping policy)) {
        continue; // the name of a policy of AWS
      }
      NamedValue only = policy.findOnly();
      if (policy.find("Statement") != null) {
        roles.attach(key, entry.name(), intrinsics.resolve(policy));
      } else if (policy.find("Effect") != null) {
        roles.attach(key, entry.name(), document(intrinsics.resolve(policy), policy.at()));
      } else if (only != null && only.value() instanceof Mapping arguments) {
        attachTemplate(key, only.name(), (Mapping) intrinsics.resolve(arguments), only.at());
      }
    }
  }

  private void attachTemplate(String key, String template, Mapping arguments, FilePosition at) {
    if (!(arguments.find("TableName") instanceof Scalar table)) {
      return;
    }
    String arn = stack.tableArn(table.text());
    List<String> actions = TABLE_TEMPLATES.get(template);
    if (actions != null) {
      roles.attach(
          key, template, document(statement(actions, List.of(arn, arn + "/index/*"), at), at));
    } else if (template.equals("DynamoDBStreamReadPolicy")) {
      FileValue own = statement(STREAM_ACTIONS, List.of(arn + "/stream/*"), at);
      FileValue all = statement(List.of("dynamodb:ListStreams"), List.of("*"), at);
      roles.attach(key, template, document(new Sequence(at, List.of(own, all)), at));
    }
  }

  private static FileValue statement(
      List<String> actions, List<String> resources, FilePosition at) {
    List<FileValue> actionValues = new ArrayList<>();
    actions.forEach(action -> actionValues.add(new Scalar(at, action)));
    List<FileValue> resourceValues = new ArrayList<>();
    resources.forEach(resource -> resourceValues.add(new Scalar(at, resource)));
    return new MappingBuilder(at)
        .add("Effect", at, "Allow")
        .add("Action", at, new Sequence(at, actionValues))
        .add("Resource", at, new Sequence(at, resourceValues))
        .build();
  }

  private static FileValue document(FileValue statements, FilePosition at) {
    return new MappingBuilder(at)
        .add("Version", at, "2012-10-17")
        .add("Statement", at, statements)
        .build();
  }

  /** Returns the logical ID that a value refers to; null if it is no reference. */
  private static @Nullable String reference(FileValue value) {
    NamedValue only = value instanceof Mapping mapping ? mapping.findOnly() : null;
    if (only == null || !only.name().equals("Ref")) {
      return null;
    }
    return only.value() instanceof Scalar id ? id.text() : null;
  }

  private static String text(@Nullable FileValue value, String ifMissing) {
    return value instanceof Scalar scalar ? scalar.text() : ifMissing;
  }

  private static List<FileValue> list(@Nullable FileValue value) {
    if (value == null || value instanceof FileValue.Absent) {
      return List.of();
    }
    return value instanceof Sequence sequence ? sequence.elements() : List.of(value);
  }
}
