package dev.monotable.access;

import org.jspecify.annotations.Nullable;

/**
 * Whether a request is allowed, and why.
 *
 * @param kind the type of the policies that decided
 * @param policy the policy with the statement that decided; null if no statement did
 * @param statement null if the request is denied because no statement allows it
 */
public record Decision(
    boolean allowed,
    AccessRequest request,
    PolicyKind kind,
    @Nullable Policy policy,
    @Nullable PolicyStatement statement) {

  /**
   * Returns AWS's message for a request that is denied.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html">Troubleshoot
   *     access denied error messages</a>
   */
  public String message() {
    String reason =
        statement == null
            ? " because no " + kind.wire() + " allows the " + request.action() + " action"
            : " with an explicit deny in " + kind.withArticle();
    return "User: "
        + request.principal().arn()
        + " is not authorized to perform: "
        + request.action()
        + " on resource: "
        + (request.action().startsWith("s3:") ? '"' + request.resource() + '"' : request.resource())
        + reason;
  }

  /** Returns what decided, for those who wrote the policies. */
  public String explanation() {
    String decided = allowed ? "allowed" : "denied";
    return statement == null
        ? decided + ": no statement of " + kind.withArticle() + " allows it"
        : decided + " by " + statement;
  }
}
