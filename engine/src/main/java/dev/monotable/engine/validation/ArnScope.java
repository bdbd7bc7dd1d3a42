package dev.monotable.engine.validation;

/**
 * Where an engine's tables are, as their ARNs tell.
 *
 * @param account 12 digits
 */
public record ArnScope(String region, String account) {
  /** The partition of all regions that an engine may have. */
  static final String PARTITION = "aws";
}
