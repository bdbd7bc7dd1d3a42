package dev.monotable.formats.schema;

import dev.monotable.formats.resource.RoleList;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the roles and users of a Terraform plan or state with their policies and those of their
 * groups. A policy whose text or ARN is known only after the deployment is reported as a notice;
 * the state has both. See <a
 * href="https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/iam_role_policy">aws_iam_role_policy</a>.
 */
final class TerraformRoles {
  private final List<Notice> notices;
  private final RoleList roles;
  private final List<Mapping> resources = new ArrayList<>();

  /** The documents of managed policies, by their ARNs. */
  private final Map<String, FileValue> managed = new LinkedHashMap<>();

  TerraformRoles(Mapping root, List<Notice> notices) {
    this.notices = notices;
    this.roles = new RoleList(notices);
    FileValue values = root.findPresent("planned_values");
    if (values == null) {
      values = root.findPresent("values");
    }
    if (values instanceof Mapping mapping
        && mapping.find("root_module") instanceof Mapping module) {
      collect(module);
    }
  }

  private void collect(Mapping module) {
    for (FileValue each : list(module.find("resources"))) {
      if (each instanceof Mapping resource) {
        resources.add(resource);
      }
    }
    for (FileValue each : list(module.find("child_modules"))) {
      if (each instanceof Mapping child) {
        collect(child);
      }
    }
  }

  /** Returns the roles and users of all modules, in the order of the file. */
  List<SchemaRole> read() {
    for (Mapping resource : resources) {
      Mapping values = values(resource);
      String name = text(values.find("name"));
      switch (type(resource)) {
        case "aws_iam_role", "aws_iam_user" -> {
          if (name != null) {
            roles.add(name, name, type(resource).endsWith("user"), resource.at());
          }
        }
        case "aws_iam_group" -> {
          if (name != null) {
            roles.addGroup(name, name, resource.at());
          }
        }
        case "aws_iam_policy" -> {
          String arn = text(values.find("arn"));
          FileValue document = document(values, resource);
          if (arn != null && document != null) {
            managed.put(arn, document);
          }
        }
        default -> {}
      }
    }
    for (Mapping resource : resources) {
      attach(resource, values(resource));
    }
    return roles.build();
  }

  private void attach(Mapping resource, Mapping values) {
    String name = text(values.find("name"));
    switch (type(resource)) {
      case "aws_iam_role" -> {
        for (FileValue each : list(values.find("inline_policy"))) {
          FileValue document = each instanceof Mapping inline ? document(inline, resource) : null;
          if (document != null && name != null) {
            roles.attach(name, name, document);
          }
        }
        String boundary = text(values.find("permissions_boundary"));
        FileValue document = boundary == null ? null : managed.get(boundary);
        if (document != null && name != null) {
          roles.bound(name, document);
        }
      }
      case "aws_iam_role_policy", "aws_iam_user_policy", "aws_iam_group_policy" -> {
        FileValue document = document(values, resource);
        if (document != null) {
          attachTo(values, name, document);
        }
      }
      case "aws_iam_role_policy_attachment",
          "aws_iam_user_policy_attachment",
          "aws_iam_group_policy_attachment" -> {
        String arn = text(values.find("policy_arn"));
        FileValue document = arn == null ? null : managed.get(arn);
        if (arn != null && document != null) {
          attachTo(values, arn, document);
        } else if (arn == null) {
          notices.add(
              new Notice(
                  resource.at(),
                  "the policy is known only when the plan is applied; give the state"));
        }
      }
      case "aws_iam_group_membership", "aws_iam_user_group_membership" -> {
        for (String user : names(values, "users", "user")) {
          names(values, "groups", "group").forEach(group -> roles.join(user, group));
        }
      }
      default -> {}
    }
  }

  /** Attaches a policy to the role, user or group that a resource names. */
  private void attachTo(Mapping values, @Nullable String policy, FileValue document) {
    String owner = owner(values);
    String group = text(values.find("group"));
    if (owner != null) {
      roles.attach(owner, policy == null ? owner : policy, document);
    } else if (group != null) {
      roles.attachToGroup(group, policy == null ? group : policy, document);
    }
  }

  /** Returns the texts of a list, or the only one. */
  private static List<String> names(Mapping values, String list, String only) {
    List<String> names = new ArrayList<>();
    for (FileValue each : list(values.find(list))) {
      if (each instanceof Scalar name) {
        names.add(name.text());
      }
    }
    String name = text(values.find(only));
    if (name != null) {
      names.add(name);
    }
    return names;
  }

  private static @Nullable String owner(Mapping values) {
    String role = text(values.find("role"));
    return role == null ? text(values.find("user")) : role;
  }

  /** Returns the document in the member {@code policy}; null if it is not known yet. */
  private @Nullable FileValue document(Mapping values, Mapping resource) {
    if (!(values.find("policy") instanceof Scalar policy)) {
      notices.add(
          new Notice(
              resource.at(), "the policy is known only when the plan is applied; give the state"));
      return null;
    }
    return FileReaders.read(
        policy.at().file(), new BufferedReader(new StringReader(policy.text())));
  }

  private static Mapping values(Mapping resource) {
    return resource.find("values") instanceof Mapping values
        ? values
        : new Mapping(resource.at(), List.of());
  }

  private static String type(Mapping resource) {
    String type = text(resource.find("type"));
    return type == null ? "" : type;
  }

  private static @Nullable String text(@Nullable FileValue value) {
    return value instanceof Scalar scalar ? scalar.text() : null;
  }

  private static List<FileValue> list(@Nullable FileValue value) {
    return value instanceof Sequence sequence ? sequence.elements() : List.of();
  }
}
