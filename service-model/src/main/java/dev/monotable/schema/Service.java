package dev.monotable.schema;

/** The two services. The prefix of {@code X-Amz-Target} distinguishes them. */
public enum Service {
  DYNAMODB("DynamoDB_20120810"),
  STREAMS("DynamoDBStreams_20120810");

  private final String targetPrefix;

  Service(String targetPrefix) {
    this.targetPrefix = targetPrefix;
  }

  /** Returns the part before the dot in {@code X-Amz-Target: DynamoDB_20120810.PutItem}. */
  public String targetPrefix() {
    return targetPrefix;
  }
}
