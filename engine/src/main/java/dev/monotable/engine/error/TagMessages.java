package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * What AWS says of tags and of the ARNs of what they are on. {@code [ack]} is the finding of that
 * number in {@code docs/api-quirks} of aws-controllers-k8s/dynamodb-controller, recorded in October
 * 2026. All its findings on tags but those on ARNs are DDB-TABLE-105 to -110.
 */
public final class TagMessages {
  private static final String INVALID = "One or more parameter values were invalid: ";

  /** No resource is named: architect/dynalite, test/listTagsOfResource. */
  public static final String NO_ARN = "Invalid TableArn";

  public static final String NO_TAGS = "Atleast one Tag needs to be provided as Input.";
  public static final String NO_TAG_KEYS = "Atleast one Tag Key needs to be provided as Input.";

  /** In a request, or on the resource after it. */
  public static final String TOO_MANY_TAGS =
      "Number of Tags exceed the current limit for the provided ResourceArn";

  private TagMessages() {}

  /** A key that is missing, of no length, too long, or of other characters than allowed. */
  public static String keyInvalid(@Nullable String key) {
    return "The Tag Key provided is invalid, Key: " + key;
  }

  /** A value that is missing, too long, or of other characters than allowed. */
  public static String valueInvalid(@Nullable String value) {
    return "The Tag Value provided is invalid, Value: " + value;
  }

  /** A key that only AWS may use. */
  public static String reservedKey(String key) {
    return "Tag Key cannot be prefixed with aws:, Key: " + key;
  }

  /** A key that is sent twice. */
  public static String duplicateKey(String key) {
    return "Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key;
  }

  /** More bytes of tags than a resource may have. */
  public static String tagsTooLarge(int bytes, int limit) {
    return "Tag set size " + bytes + " bytes is above max size limit of " + limit + " bytes";
  }

  /** A resource that is named by something else than an ARN: [ack] DDB-TABLE-071. */
  public static String notAnArn(String text) {
    return INVALID + "ARNs must start with 'arn:': " + text;
  }

  /**
   * An ARN of too few parts. As DAX says it, whose text on what begins otherwise is the same: moto,
   * tests/test_dax.
   *
   * @param part such as {@code Third colon vendor}
   */
  public static String arnPartMissing(String part, String text) {
    return INVALID + part + " not found: " + text;
  }

  /** An ARN of a backup, or of what DynamoDB does not have: [ack] DDB-BACKUP-013. */
  public static String notOfDynamo(String arn) {
    return INVALID + "Provided Arn is not a DynamoDB resource arn: " + arn;
  }

  /** An ARN of an index: [ack] DDB-TABLE-136, -212. */
  public static String notTableOrStream(String arn) {
    return INVALID
        + "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
        + arn;
  }

  /** An ARN of another region: [ack] DDB-TABLE-442. */
  public static String otherRegion(String arn) {
    return "Invalid TableArn: Invalid ResourceArn provided as input " + arn;
  }

  /** There is no such table or stream: [ack] DDB-TABLE-071. */
  public static String resourceNotFound(String arn) {
    return "Requested resource not found: ResourceArn: " + arn + " not found";
  }
}
