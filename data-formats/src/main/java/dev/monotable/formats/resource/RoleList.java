package dev.monotable.formats.resource;

import dev.monotable.formats.resource.SchemaRole.Attached;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the roles and users of a file and the policies that are attached to them or to the
 * groups of users, in any order.
 */
public final class RoleList {
  private final List<Notice> notices;
  private final Map<String, Role> roles = new LinkedHashMap<>();
  private final Map<String, Role> groups = new LinkedHashMap<>();

  /**
   * @param notices receives what cannot be known without a deployment
   */
  public RoleList(List<Notice> notices) {
    this.notices = notices;
  }

  private static final class Role {
    private final String name;
    private final boolean isUser;
    private final FilePosition at;
    private final List<Attached> policies = new ArrayList<>();

    /** The groups of a user. */
    private final Set<Role> groups = new LinkedHashSet<>();

    private @Nullable FileValue boundary;

    Role(String name, boolean isUser, FilePosition at) {
      this.name = name;
      this.isUser = isUser;
      this.at = at;
    }
  }

  /** Adds a role or a user under its name in the file. */
  public void add(String key, String name, boolean isUser, FilePosition at) {
    roles.put(key, new Role(name, isUser, at));
  }

  /** Adds a group of users under its name in the file. */
  public void addGroup(String key, String name, FilePosition at) {
    groups.put(key, new Role(name, false, at));
  }

  /**
   * Adds a user to a group by their names in the file, or their own names. Reports a user of the
   * file whose group is not in it.
   */
  public void join(String user, String group) {
    Role member = find(roles, user);
    Role joined = find(groups, group);
    if (member != null && joined != null) {
      member.groups.add(joined);
    } else if (member != null) {
      notices.add(
          new Notice(
              member.at,
              "the policies of the group "
                  + group
                  + " have no effect here: it is not in the file"));
    }
  }

  /**
   * Attaches a policy to a role by its name in the file, or its own name. Reports a policy about
   * DynamoDB whose role is not in the file.
   */
  public void attach(String key, String name, FileValue document) {
    attach(find(roles, key), key, name, document);
  }

  /** Attaches a policy to a group. */
  public void attachToGroup(String key, String name, FileValue document) {
    attach(find(groups, key), key, name, document);
  }

  private void attach(@Nullable Role role, String key, String name, FileValue document) {
    if (role != null) {
      role.policies.add(new Attached(name, known(document)));
    } else if (TableMentions.hasStatement(document)) {
      notices.add(
          new Notice(
              document.at(),
              "the policy " + name + " has no effect here: " + key + " is not in the file"));
    }
  }

  /**
   * Returns the document of a managed policy of AWS. Reports a policy that is not known.
   *
   * @param nameOrArn its name or its ARN
   */
  public @Nullable FileValue managed(String nameOrArn, FilePosition at) {
    FileValue document = ManagedPolicies.find(nameOrArn, at);
    if (document == null) {
      notices.add(
          new Notice(
              at,
              "the policy "
                  + ManagedPolicies.name(nameOrArn)
                  + " has no effect here: its document is not known"));
    }
    return document;
  }

  /** Sets the permissions boundary of a role. */
  public void bound(String key, FileValue document) {
    Role role = find(roles, key);
    if (role != null) {
      role.boundary = known(document);
    }
  }

  private static @Nullable Role find(Map<String, Role> all, String key) {
    Role known = all.get(key);
    if (known == null) {
      for (Role role : all.values()) {
        if (role.name.equals(key)) {
          return role;
        }
      }
    }
    return known;
  }

  /** Returns the roles and users with their policies and those of their groups. */
  public List<SchemaRole> build() {
    List<SchemaRole> built = new ArrayList<>();
    roles.forEach(
        (key, role) -> {
          List<Attached> policies = new ArrayList<>(role.policies);
          role.groups.forEach(group -> policies.addAll(group.policies));
          built.add(new SchemaRole(role.name, key, role.isUser, policies, role.boundary, role.at));
        });
    return built;
  }

  // Resources of other services have no ARN before a deployment; nothing here needs them.

  /** Returns a document without the resources that are not known, and without what needs them. */
  private FileValue known(FileValue document) {
    if (!(document instanceof Mapping mapping)) {
      return document;
    }
    MappingBuilder known = new MappingBuilder(mapping.at());
    for (NamedValue member : mapping.members()) {
      known.add(
          member.name(),
          member.at(),
          member.name().equals("Statement") ? statements(member.value()) : member.value());
    }
    return known.build();
  }

  private FileValue statements(FileValue value) {
    List<FileValue> known = new ArrayList<>();
    List<FileValue> all = FileValue.oneOrMore(value);
    for (FileValue each : all) {
      FileValue statement = each instanceof Mapping mapping ? statement(mapping) : each;
      if (statement != null) {
        known.add(statement);
      }
    }
    return new Sequence(value.at(), known);
  }

  private @Nullable FileValue statement(Mapping statement) {
    MappingBuilder known = new MappingBuilder(statement.at());
    for (NamedValue member : statement.members()) {
      FileValue value = member.value();
      if (member.name().endsWith("Resource")) {
        List<FileValue> resources = new ArrayList<>();
        String reason = "";
        for (FileValue each : FileValue.oneOrMore(value)) {
          if (each instanceof Unresolved unresolved) {
            reason = unresolved.reason();
          } else if (!(each instanceof Absent)) {
            resources.add(each);
          }
        }
        if (resources.isEmpty()) {
          notices.add(new Notice(statement.at(), "the statement has no effect here: " + reason));
          return null;
        }
        value = new Sequence(value.at(), resources);
      }
      known.add(member.name(), member.at(), value);
    }
    return known.build();
  }
}
