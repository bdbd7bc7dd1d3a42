package dev.monotable.access;

/** The types of policies, by what they are attached to. */
public enum PolicyKind {
  /** A policy of a user, a group or a role. */
  IDENTITY("identity-based policy", 10_240),
  /** A policy of a table or a stream. */
  RESOURCE("resource-based policy", 20_480),
  /** The most that the identity-based policies of a user or role can allow. */
  BOUNDARY("permissions boundary", 6_144),
  /** The most that a session of a role can do. */
  SESSION("session policy", 2_048);

  private final String wire;
  private final int maxCharacters;

  PolicyKind(String wire, int maxCharacters) {
    this.wire = wire;
    this.maxCharacters = maxCharacters;
  }

  /** Returns the name in AWS's messages, without an article. */
  public String wire() {
    return wire;
  }

  /** Returns the name in AWS's messages with its article. */
  public String withArticle() {
    return (this == IDENTITY ? "an " : "a ") + wire;
  }

  /**
   * Returns the maximum size of a policy in characters that are not white space; for a policy of a
   * table or a stream, in bytes with white space.
   *
   * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html">IAM
   *     quotas</a>
   */
  public int maxCharacters() {
    return maxCharacters;
  }
}
