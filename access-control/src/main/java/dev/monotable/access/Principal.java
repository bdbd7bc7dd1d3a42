package dev.monotable.access;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sender of requests: a user, or a session of a role, with the policies that decide what it may
 * do.
 *
 * @param arn {@code arn:aws:iam::ACCOUNT:user/NAME}, or {@code
 *     arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION}
 * @param userId the value of {@code aws:userid}
 * @param tags the values of {@code aws:PrincipalTag/KEY}
 * @param context the values of other condition keys, such as {@code www.amazon.com:user_id}
 * @param policies its identity-based policies
 * @param boundary its permissions boundary; null if it has none
 * @param sessionPolicies the policies of its session; empty if it has none
 */
public record Principal(
    String arn,
    String userId,
    Map<String, String> tags,
    Map<String, String> context,
    List<Policy> policies,
    @Nullable Policy boundary,
    List<Policy> sessionPolicies) {
  private static final String SESSION = ":assumed-role/";

  /** Copies the collections. */
  public Principal {
    tags = Map.copyOf(tags);
    context = Map.copyOf(context);
    policies = List.copyOf(policies);
    sessionPolicies = List.copyOf(sessionPolicies);
  }

  /** Returns a user with identity-based policies. */
  public static Principal user(String account, String name, List<Policy> policies) {
    return new Principal(
        "arn:aws:iam::" + account + ":user/" + name,
        "AIDA" + IdText.of(name),
        Map.of(),
        Map.of(),
        policies,
        null,
        List.of());
  }

  /** Returns a session of a role with identity-based policies. */
  public static Principal session(
      String account, String role, String session, List<Policy> policies) {
    return new Principal(
        "arn:aws:sts::" + account + SESSION + role + "/" + session,
        "AROA" + IdText.of(role) + ":" + session,
        Map.of(),
        Map.of(),
        policies,
        null,
        List.of());
  }

  /** Returns a copy in another account, 12 digits. */
  public Principal withAccount(String account) {
    String[] parts = arn.split(":", 6);
    parts[4] = account;
    return new Principal(
        String.join(":", parts), userId, tags, context, policies, boundary, sessionPolicies);
  }

  /** Returns a copy with tags. */
  public Principal withTags(Map<String, String> values) {
    return new Principal(arn, userId, values, context, policies, boundary, sessionPolicies);
  }

  /** Returns a copy with values of other condition keys. */
  public Principal withContext(Map<String, String> values) {
    return new Principal(arn, userId, tags, values, policies, boundary, sessionPolicies);
  }

  /** Returns a copy with a permissions boundary. */
  public Principal withBoundary(@Nullable Policy most) {
    return new Principal(arn, userId, tags, context, policies, most, sessionPolicies);
  }

  /** Returns a copy with policies of its session. */
  public Principal withSessionPolicies(List<Policy> values) {
    return new Principal(arn, userId, tags, context, policies, boundary, values);
  }

  /** Returns a copy with other identity-based policies. */
  public Principal withPolicies(List<Policy> values) {
    return new Principal(arn, userId, tags, context, values, boundary, sessionPolicies);
  }

  /** Returns whether there is anything that its policies do not allow. */
  public boolean isRestricted() {
    return boundary != null
        || !sessionPolicies.isEmpty()
        || !policies.equals(List.of(Policy.allowingAll()));
  }

  /** Returns the account, 12 digits. */
  public String account() {
    String[] parts = arn.split(":", 6);
    return parts.length > 4 ? parts[4] : "";
  }

  /** Returns whether this is a session of a role. */
  public boolean isSession() {
    return arn.contains(SESSION);
  }

  /**
   * Returns the value of {@code aws:PrincipalArn}: the ARN of the user, or of the session's role.
   */
  public String principalArn() {
    int at = arn.indexOf(SESSION);
    if (at < 0) {
      return arn;
    }
    String name = arn.substring(at + SESSION.length());
    int slash = name.indexOf('/');
    return "arn:aws:iam::" + account() + ":role/" + (slash < 0 ? name : name.substring(0, slash));
  }

  /** Returns the value of {@code aws:username}; null for a session of a role. */
  public @Nullable String userName() {
    int slash = arn.lastIndexOf('/');
    return isSession() || slash < 0 ? null : arn.substring(slash + 1);
  }

  /** Returns the IDs of users and roles, which AWS generates, from their names. */
  private static final class IdText {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    static String of(String name) {
      long hash = 1125899906842597L;
      for (int i = 0; i < name.length(); i++) {
        hash = 31 * hash + name.charAt(i);
      }
      StringBuilder id = new StringBuilder();
      for (int i = 0; i < 17; i++) {
        hash = hash * 6364136223846793005L + 1442695040888963407L;
        id.append(DIGITS.charAt((int) (hash >>> 59)));
      }
      return id.toString();
    }
  }
}
