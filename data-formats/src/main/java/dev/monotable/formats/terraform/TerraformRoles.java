package dev.monotable.formats.terraform;

import dev.monotable.formats.resource.FileNotices;
import dev.monotable.formats.resource.ManagedPolicies;
import dev.monotable.formats.resource.RoleList;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the roles and users of a Terraform plan or state with their policies and those of their
 * groups. What is known only after apply is reported as a notice, and so is a policy that neither
 * the file nor {@link ManagedPolicies} has, and another resource with statements about DynamoDB. In
 * a state, a role has the policies that are resources of their own as well; each is read once. See
 * <a
 * href="https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/iam_role_policy">aws_iam_role_policy</a>.
 */
public final class TerraformRoles {
  private static final String ROLE = "aws_iam_role";
  private static final String USER = "aws_iam_user";
  private static final String GROUP = "aws_iam_group";
  private static final String POLICY = "aws_iam_policy";
  private static final String POLICY_ARN = "policy_arn";

  private static final String UNKNOWN =
      "the policy is known only when the plan is applied; give the state";

  private final List<Notice> notices;
  private final FileNotices ofFile = new FileNotices();
  private final RoleList roles;
  private final List<TerraformResource> resources;

  /** The documents of managed policies by their ARNs. */
  private final Map<String, FileValue> managed = new HashMap<>();

  /** The documents of managed policies whose ARNs are known only after apply. */
  private final Map<TerraformResource, FileValue> planned = new HashMap<>();

  private final Set<String> attached = new HashSet<>();

  public TerraformRoles(Mapping root, List<Notice> notices) {
    this.notices = notices;
    this.roles = new RoleList(notices);
    this.resources = TerraformModule.root(root).all();
  }

  /** Returns the roles and users of all modules, in the order of the file. */
  public List<SchemaRole> read() {
    for (TerraformResource resource : resources) {
      switch (resource.type()) {
        case ROLE, USER, GROUP -> addOwner(resource);
        case POLICY -> addManaged(resource);
        default -> {}
      }
    }
    for (TerraformResource resource : resources) {
      attach(resource);
    }
    notices.addAll(ofFile.list());
    return roles.build();
  }

  private void addOwner(TerraformResource resource) {
    String name = resource.text("name");
    if (name == null) {
      notice(
          resource,
          resource.address()
              + " has no effect here: its name is known only after apply; give the state");
    } else if (resource.type().equals(GROUP)) {
      roles.addGroup(name, name, resource.at());
    } else {
      roles.add(name, name, resource.type().equals(USER), resource.at());
    }
  }

  private void addManaged(TerraformResource resource) {
    FileValue document = document(resource.values(), resource);
    String arn = resource.text("arn");
    if (document != null && arn != null) {
      managed.put(arn, document);
    } else if (document != null) {
      planned.put(resource, document);
    }
  }

  private void attach(TerraformResource resource) {
    Mapping values = resource.values();
    switch (resource.type()) {
      case ROLE -> attachOwn(resource);
      case USER, GROUP -> bound(resource);
      case POLICY -> {}
      case "aws_iam_role_policy", "aws_iam_user_policy", "aws_iam_group_policy" -> {
        FileValue document = document(values, resource);
        String name = resource.text("name");
        if (document != null) {
          attachTo(resource, name == null ? resource.address() : name, document);
        }
      }
      case "aws_iam_role_policy_attachment",
          "aws_iam_user_policy_attachment",
          "aws_iam_group_policy_attachment",
          "aws_iam_policy_attachment" ->
          attachManaged(resource, resource.text(POLICY_ARN));
      case "aws_iam_role_policy_attachments_exclusive",
          "aws_iam_user_policy_attachments_exclusive",
          "aws_iam_group_policy_attachments_exclusive" ->
          names(values, "policy_arns").forEach(arn -> attachManaged(resource, arn));
      case "aws_iam_group_membership", "aws_iam_user_group_membership" -> {
        for (String user : owners(resource, USER)) {
          owners(resource, GROUP).forEach(group -> roles.join(user, group));
        }
      }
      default -> {
        if (!resource.type().startsWith("aws_dynamodb_") && hasStatements(values)) {
          notice(
              resource,
              resource.address() + " has no effect here; it has statements about DynamoDB");
        }
      }
    }
  }

  /** Attaches the policies that a role has itself. */
  private void attachOwn(TerraformResource role) {
    for (FileValue each : list(role.values().find("inline_policy"))) {
      FileValue document = each instanceof Mapping inline ? document(inline, role) : null;
      String name = each instanceof Mapping inline ? text(inline.find("name")) : null;
      if (document != null) {
        attachTo(role, name == null ? role.address() : name, document);
      }
    }
    names(role.values(), "managed_policy_arns").forEach(arn -> attachManaged(role, arn));
    bound(role);
  }

  private void bound(TerraformResource owner) {
    String name = owner.text("name");
    String boundary = owner.text("permissions_boundary");
    FileValue document = boundary == null ? null : findManaged(owner, boundary);
    if (name != null && document != null) {
      roles.bound(name, document);
    }
  }

  /**
   * Attaches a managed policy to what a resource names.
   *
   * @param arn null if it is known only after apply
   */
  private void attachManaged(TerraformResource resource, @Nullable String arn) {
    if (arn != null) {
      FileValue document = findManaged(resource, arn);
      if (document != null) {
        attachTo(resource, arn, document);
      }
      return;
    }
    List<TerraformResource> found = resource.referenced(POLICY_ARN, POLICY);
    FileValue document = found.size() == 1 ? planned.get(found.get(0)) : null;
    if (document == null) {
      notice(resource, UNKNOWN);
    } else {
      attachTo(resource, found.get(0).address(), document);
    }
  }

  /** Returns the document of a managed policy; reports one that is not known. */
  private @Nullable FileValue findManaged(TerraformResource resource, String arn) {
    FileValue document = managed.get(arn);
    if (document == null && ManagedPolicies.isArn(arn)) {
      document = ManagedPolicies.find(arn, resource.at());
    }
    if (document == null) {
      notice(
          resource,
          ManagedPolicies.isArn(arn)
              ? "the policy " + ManagedPolicies.name(arn) + " of AWS is not known here"
              : "the policy " + arn + " is not in the file");
    }
    return document;
  }

  /** Attaches a policy to the roles, users and groups that a resource names, once. */
  private void attachTo(TerraformResource resource, String policy, FileValue document) {
    for (String type : List.of(ROLE, USER)) {
      for (String owner : owners(resource, type)) {
        if (attached.add(type + '/' + owner + '/' + policy)) {
          roles.attach(owner, policy, document);
        }
      }
    }
    for (String group : owners(resource, GROUP)) {
      if (attached.add(GROUP + '/' + group + '/' + policy)) {
        roles.attachToGroup(group, policy, document);
      }
    }
  }

  /** Returns the names of the roles, users or groups that a resource is, or names. */
  private static List<String> owners(TerraformResource resource, String type) {
    String name = resource.text("name");
    if (resource.type().equals(type)) {
      return name == null ? List.of() : List.of(name);
    }
    String kind = type.substring("aws_iam_".length());
    List<String> owners = new ArrayList<>(names(resource.values(), kind + 's'));
    for (String attribute : List.of(kind, kind + "_name")) {
      String given = resource.text(attribute);
      if (given != null) {
        owners.add(given);
      }
    }
    if (owners.isEmpty()) {
      for (String attribute : List.of(kind, kind + 's', kind + "_name")) {
        for (TerraformResource owner : resource.referenced(attribute, type)) {
          String known = owner.text("name");
          owners.addAll(known == null ? List.of() : List.of(known));
        }
      }
    }
    return owners;
  }

  /** Returns the document in the member {@code policy}; null if it is not known yet. */
  private @Nullable FileValue document(Mapping values, TerraformResource resource) {
    if (values.find("policy") instanceof Scalar policy) {
      return TerraformResource.json(policy);
    }
    notice(resource, UNKNOWN);
    return null;
  }

  private void notice(TerraformResource resource, String text) {
    ofFile.add(resource.type(), resource.at(), text);
  }

  /** Returns whether a text of a value is a policy with actions of DynamoDB. */
  private static boolean hasStatements(FileValue value) {
    if (value instanceof Mapping mapping) {
      return mapping.members().stream().anyMatch(each -> hasStatements(each.value()));
    }
    if (value instanceof Sequence list) {
      return list.elements().stream().anyMatch(TerraformRoles::hasStatements);
    }
    return value instanceof Scalar scalar
        && scalar.text().contains("Statement")
        && scalar.text().toLowerCase(Locale.ROOT).contains("dynamodb:");
  }

  private static List<String> names(Mapping values, String list) {
    List<String> names = new ArrayList<>();
    for (FileValue each : list(values.find(list))) {
      if (each instanceof Scalar name) {
        names.add(name.text());
      }
    }
    return names;
  }

  private static @Nullable String text(@Nullable FileValue value) {
    return value instanceof Scalar scalar ? scalar.text() : null;
  }

  private static List<FileValue> list(@Nullable FileValue value) {
    return value instanceof Sequence sequence ? sequence.elements() : List.of();
  }
}
