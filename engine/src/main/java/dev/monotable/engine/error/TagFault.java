package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;

import dev.monotable.value.Echo;

/**
 * Faults of tags, and of the ARN of the tagged resource.
 *
 * <p>The source is DDB-TABLE-105 to -110 unless noted otherwise.
 */
public sealed interface TagFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements TagFault, FaultText {
    /** The resource belongs to another account or service. */
    // Source: DDB-TABLE-011, -071.
    ACCESS_DENIED("Access is denied"),
    /** The request has no ResourceArn. */
    // Source: dynalite, test/listTagsOfResource.
    NO_ARN("Invalid TableArn"),
    NO_TAGS("Atleast one Tag needs to be provided as Input."),
    NO_TAG_KEYS("Atleast one Tag Key needs to be provided as Input."),
    /** A request, or the resource after it, has too many tags. */
    TOO_MANY_TAGS("Number of Tags exceed the current limit for the provided ResourceArn"),
    /** A tag key begins with a prefix that is reserved for AWS. */
    RESERVED_TAG_KEY("Tag Key cannot be prefixed with aws:, Key: %s"),
    /** A request has a tag key twice. */
    DUPLICATE_TAG_KEY("Duplicate Tag Keys provided as input: Duplicate Tag Key found %s"),
    /** The tags of a resource are larger than allowed, in bytes. */
    TAGS_TOO_LARGE("Tag set size %s bytes is above max size limit of %s bytes"),
    /** ResourceArn is not an ARN. Source: DDB-TABLE-071. */
    NOT_AN_ARN(invalid("ARNs must start with 'arn:': %s")),
    /**
     * The ARN of a backup, or of a resource type that DynamoDB does not have. Source:
     * DDB-BACKUP-013.
     */
    NOT_OF_DYNAMO(invalid("Provided Arn is not a DynamoDB resource arn: %s")),
    /** The ARN of an index. Source: DDB-TABLE-136, -212. */
    NOT_TABLE_OR_STREAM(
        invalid(
            "Invalid resource arn provided, only table or stream is accepted. Provided "
                + "resource arn: %s")),
    /** The ARN of a resource in another Region. Source: DDB-TABLE-442. */
    RESOURCE_OF_OTHER_REGION("Invalid TableArn: Invalid ResourceArn provided as input %s"),
    /** A tag key is missing, empty or too long, or contains an invalid character. */
    INVALID_TAG_KEY("The Tag Key provided is invalid, Key: %s"),
    /** A tag value is missing or too long, or contains an invalid character. */
    INVALID_TAG_VALUE("The Tag Value provided is invalid, Value: %s"),
    /** No table or stream has this ARN. Source: DDB-TABLE-071. */
    RESOURCE_NOT_FOUND("Requested resource not found: ResourceArn: %s not found");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case ACCESS_DENIED -> ErrorCode.ACCESS_DENIED;
        case RESOURCE_NOT_FOUND -> ErrorCode.RESOURCE_NOT_FOUND;
        default -> ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** The parts of an ARN after its first colon, in their order. */
  enum ArnPart {
    PARTITION,
    VENDOR,
    REGION,
    NAMESPACE
  }

  /**
   * An ARN has too few parts. The message of DAX, whose message for {@link Plain#NOT_AN_ARN} is the
   * same as here: moto, tests/test_dax.
   *
   * @param part the first missing part
   */
  record ArnPartMissing(ArnPart part, String text) implements TagFault {
    public ArnPartMissing {
      text = Echo.of(text);
    }

    @Override
    public String text(Wording wording) {
      return invalid(
          "%s not found: %s",
          switch (part) {
            case PARTITION -> "Second colon partition";
            case VENDOR -> "Third colon vendor";
            case REGION -> "Fourth colon (region/namespace delimiter)";
            case NAMESPACE -> "Fifth colon (namespace/relative-id delimiter)";
          },
          text);
    }
  }
}
