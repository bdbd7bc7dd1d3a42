package dev.monotable.engine.error;

/**
 * What AWS says of an ARN that stands for the name of a table, after the count of violations: the
 * catalogue of aws-controllers-k8s/dynamodb-controller {@code
 * docs/api-quirks/details/DDB-TABLE-442.md}, recorded in October 2026; whole texts elsewhere are
 * noted. What it says of the ARNs of tagged resources is in {@link TagMessages}.
 */
public final class ArnMessages {
  /** Of another account: DDB-TABLE-011, -071. */
  public static final String ACCESS_DENIED = "Access is denied";

  /** As ExtendDB/extenddb has it, {@code pull request 200}. */
  public static final String FORMAT =
      "Valid ARN format is "
          + "'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', "
          + "where Resource name must have length less than or equal to 255, "
          + "Resource name must have length greater than or equal to 3, "
          + "Resource name must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";

  private ArnMessages() {}

  /** The partition is not that of the service. */
  public static String otherPartition(String arn) {
    return "Invalid AWS partition in '" + arn + "'";
  }

  /** The region is not that of the service: hashicorp/terraform-provider-aws, issue 42792. */
  public static String otherRegion(String arn) {
    return "Invalid AWS region in '" + arn + "'";
  }

  /** It is the ARN of something else than a table. */
  public static String otherResourceType(String arn) {
    return "Invalid resource type in '" + arn + "'";
  }
}
