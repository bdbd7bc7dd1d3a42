package dev.monotable.access;

/**
 * The action that a principal requests.
 *
 * @param action such as {@code dynamodb:GetItem}
 * @param resource the ARN of a table, an index, a stream or the like, or {@code *}
 * @param context the values of the condition keys
 */
public record AccessRequest(
    Principal principal, String action, String resource, ContextKeys context) {

  /** Returns the account of the resource; that of the principal if the resource has none. */
  String resourceAccount() {
    String[] parts = resource.split(":", 6);
    return parts.length < 6 || parts[4].isEmpty() ? principal.account() : parts[4];
  }
}
