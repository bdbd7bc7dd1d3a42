package dev.monotable.engine.limits;

/**
 * The tags of a table.
 *
 * @param maxTags tags of a table. AWS page: ServiceQuotas.html
 * @param maxTotalBytes bytes of all tags of a table, keys and values. AWS page: ServiceQuotas.html
 * @param maxKeyCharacters characters of a key. AWS page: Tagging.html
 * @param maxValueCharacters characters of a value. AWS page: Tagging.html
 */
public record TagLimits(
    int maxTags, int maxTotalBytes, int maxKeyCharacters, int maxValueCharacters) {
  public TagLimits {
    LimitChecks.requirePositive(maxTags, maxTotalBytes, maxKeyCharacters, maxValueCharacters);
  }

  public TagLimits withMaxTags(int value) {
    return new TagLimits(value, maxTotalBytes, maxKeyCharacters, maxValueCharacters);
  }

  public TagLimits withMaxTotalBytes(int value) {
    return new TagLimits(maxTags, value, maxKeyCharacters, maxValueCharacters);
  }
}
