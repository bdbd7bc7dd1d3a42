package dev.monotable.access.file;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.PolicyReader;
import dev.monotable.access.Principal;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A list of principals by their access keys:
 *
 * <pre>
 * principals:
 *   AKIAIOSFODNN7EXAMPLE:
 *     user: alice                     # or role: NAME, of a template or not, and session: NAME
 *     tags: {tenant: acme}            # aws:PrincipalTag
 *     context: {"www.amazon.com:user_id": "1"}
 *     policies: [alice.json]          # names of files, or policies as they are
 *     boundary: boundary.json
 *     sessionPolicies: []
 * </pre>
 */
final class PrincipalFile {
  private final String account;

  /** The roles of templates by their names. */
  private final Map<String, Principal> roles;

  private final List<Notice> notices;

  PrincipalFile(String account, Map<String, Principal> roles, List<Notice> notices) {
    this.account = account;
    this.roles = Map.copyOf(roles);
    this.notices = notices;
  }

  /** Returns the principals by their access keys. */
  Map<String, Principal> read(Mapping file) {
    Map<String, Principal> read = new LinkedHashMap<>();
    for (NamedValue member : file.members()) {
      if (!member.name().equals("principals")) {
        throw new InvalidContentException(
            member.at(), "unknown member '" + member.name() + "'; the file has principals");
      }
      for (NamedValue entry : FileValue.mapping(member.value(), "principals").members()) {
        read.put(entry.name(), principal(entry, FileValue.mapping(entry.value(), "the principal")));
      }
    }
    return read;
  }

  private Principal principal(NamedValue entry, Mapping from) {
    String user = null;
    String role = null;
    String session = "monotable";
    Map<String, String> tags = Map.of();
    Map<String, String> context = Map.of();
    List<Policy> policies = new ArrayList<>();
    Policy boundary = null;
    List<Policy> sessionPolicies = List.of();
    for (NamedValue member : from.members()) {
      FileValue value = member.value();
      switch (member.name()) {
        case "user" -> user = FileValue.text(value, "user");
        case "role" -> role = FileValue.text(value, "role");
        case "session" -> session = FileValue.text(value, "session");
        case "tags" -> tags = texts(value, "tags");
        case "context" -> context = texts(value, "context");
        case "policies" -> policies.addAll(policies(value, PolicyKind.IDENTITY));
        case "boundary" -> boundary = policy(value, PolicyKind.BOUNDARY);
        case "sessionPolicies" -> sessionPolicies = policies(value, PolicyKind.SESSION);
        default ->
            throw new InvalidContentException(
                member.at(),
                "unknown member '"
                    + member.name()
                    + "'; a principal has user, role, session, tags, context, policies, boundary"
                    + " and sessionPolicies");
      }
    }
    if (user != null && role != null) {
      throw new InvalidContentException(entry.at(), "a principal cannot have user and role");
    }
    Principal principal =
        role == null
            ? Principal.user(account, user == null ? entry.name() : user, policies)
            : session(role, session, policies);
    return principal
        .withTags(tags)
        .withContext(context)
        .withBoundary(boundary == null ? principal.boundary() : boundary)
        .withSessionPolicies(sessionPolicies);
  }

  /** Returns a session of a role, which also has the policies of the role in a template. */
  private Principal session(String role, String session, List<Policy> own) {
    Principal known = roles.get(role);
    List<Policy> policies = new ArrayList<>(own);
    if (known == null) {
      return Principal.session(account, role, session, policies);
    }
    policies.addAll(known.policies());
    return Principal.session(account, roleName(known), session, policies)
        .withBoundary(known.boundary());
  }

  private static String roleName(Principal role) {
    String arn = role.principalArn();
    return arn.substring(arn.indexOf('/') + 1);
  }

  private static Map<String, String> texts(FileValue value, String what) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (NamedValue member : FileValue.mapping(value, what).members()) {
      texts.put(member.name(), FileValue.text(member.value(), member.name()));
    }
    return texts;
  }

  private List<Policy> policies(FileValue value, PolicyKind kind) {
    List<Policy> policies = new ArrayList<>();
    for (FileValue each : FileValue.oneOrMore(value)) {
      policies.add(policy(each, kind));
    }
    return policies;
  }

  /** Reads a policy, or the file with it, whose name is relative to that of the list. */
  private Policy policy(FileValue value, PolicyKind kind) {
    FileValue document = value;
    String name = value.at().toString();
    if (value instanceof Scalar file) {
      Path folder = value.at().file().toAbsolutePath().getParent();
      Path path = folder == null ? Path.of(file.text()) : folder.resolve(file.text());
      document = FileReaders.read(path);
      name = file.text();
    }
    Policy policy = PolicyReader.read(name, kind, document);
    notices.addAll(policy.findings());
    return policy;
  }
}
