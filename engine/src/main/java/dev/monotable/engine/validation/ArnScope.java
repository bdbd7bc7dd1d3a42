package dev.monotable.engine.validation;

/**
 * The AWS Region and account of an engine's tables, as used in their ARNs.
 *
 * @param account the account ID, 12 digits
 */
public record ArnScope(String region, String account) {
  /** The partition of all Regions that an engine supports. */
  static final String PARTITION = "aws";
}
