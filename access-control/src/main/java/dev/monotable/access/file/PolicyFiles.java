package dev.monotable.access.file;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.PolicyReader;
import dev.monotable.access.Principal;
import dev.monotable.access.request.Principals;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads files with principals and policies. A file is one of
 *
 * <ul>
 *   <li>an IAM policy in AWS's JSON, for one access key ({@code KEY=FILE}) or for all that have no
 *       principal;
 *   <li>a template whose roles and users are read, in the formats of {@link SchemaFiles}: the
 *       access key of a session of a role is the name of the role, or its logical ID;
 *   <li>a list of principals by their access keys, in YAML or JSON ({@link PrincipalFile}).
 * </ul>
 *
 * For one thread.
 */
public final class PolicyFiles {
  private final SchemaFiles schemas;
  private final String account;
  private final List<Notice> notices = new ArrayList<>();
  private final Map<String, Principal> principals = new LinkedHashMap<>();
  private final List<Policy> policiesOfOthers = new ArrayList<>();
  private final List<Mapping> lists = new ArrayList<>();

  /**
   * @param schemas reads the templates
   * @param account the account of the principals
   */
  public PolicyFiles(SchemaFiles schemas, String account) {
    this.schemas = schemas;
    this.account = account;
  }

  /**
   * Reads files into a list of principals.
   *
   * @param files each {@code FILE} or {@code KEY=FILE}
   * @throws DataFileException if a file cannot be read or is invalid, with line and column
   */
  public void load(List<String> files, Principals into) throws DataFileException {
    try {
      for (String file : files) {
        load(file);
      }
      for (Mapping list : lists) { // after all roles are known
        new PrincipalFile(account, principals, notices).read(list).forEach(principals::put);
      }
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
    principals.forEach(into::put);
    policiesOfOthers.forEach(into::addForOthers);
  }

  private void load(String argument) throws DataFileException {
    int equals = argument.indexOf('=');
    boolean keyed = equals > 0 && !Files.exists(Path.of(argument));
    String key = keyed ? argument.substring(0, equals) : null;
    Path path = Path.of(keyed ? argument.substring(equals + 1) : argument);
    if (Files.isDirectory(path)) {
      addRoles(path);
      return;
    }
    FileValue value = FileReaders.read(path);
    if (PolicyReader.isPolicy(value)) {
      add(key, policy(path.toString(), value, notices));
    } else if (key != null) {
      throw new InvalidContentException(
          FilePosition.of(path), "not a policy, which an access key needs");
    } else if (value instanceof Mapping mapping && mapping.find("principals") != null) {
      lists.add(mapping);
    } else {
      addRoles(path);
    }
  }

  /** Reads a policy of a principal, and keeps what is probably wrong in it. */
  static Policy policy(String name, FileValue value, List<Notice> notices) {
    Policy policy = PolicyReader.read(name, PolicyKind.IDENTITY, value);
    notices.addAll(policy.findings());
    return policy;
  }

  private void add(@Nullable String key, Policy policy) {
    if (key == null) {
      policiesOfOthers.add(policy);
      return;
    }
    Principal known = principals.get(key);
    List<Policy> policies = new ArrayList<>(known == null ? List.of() : known.policies());
    policies.add(policy);
    principals.put(
        key, known == null ? Principal.user(account, key, policies) : known.withPolicies(policies));
  }

  private void addRoles(Path path) throws DataFileException {
    List<SchemaRole> roles = schemas.loadRoles(path, notices);
    if (roles.isEmpty()) {
      throw new InvalidContentException(
          FilePosition.of(path),
          "has neither a policy (Statement), nor principals, nor a template with roles");
    }
    for (SchemaRole role : roles) {
      Principal principal = principal(role);
      principals.put(role.name(), principal);
      principals.put(role.logicalId(), principal);
    }
  }

  private Principal principal(SchemaRole role) {
    List<Policy> policies = new ArrayList<>();
    for (SchemaRole.Attached attached : role.policies()) {
      policies.add(policy(attached.name(), attached.document(), notices));
    }
    FileValue boundary = role.boundary();
    Principal principal =
        role.isUser()
            ? Principal.user(account, role.name(), policies)
            : Principal.session(account, role.name(), "monotable", policies);
    return boundary == null
        ? principal
        : principal.withBoundary(PolicyReader.read(role.name(), PolicyKind.BOUNDARY, boundary));
  }

  /** Returns what is probably wrong, and what has no effect. */
  public List<Notice> notices() {
    return List.copyOf(notices);
  }
}
