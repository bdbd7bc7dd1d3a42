package dev.monotable.engine;

/**
 * The access key and Region that a request is signed for, which can have a database of their own.
 */
public record DatabaseName(String accessKey, String region) {
  /** Returns the name in one string, such as {@code any/us-east-1}. */
  @Override
  public String toString() {
    return accessKey + "/" + region;
  }
}
