package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.Echo;
import org.jspecify.annotations.Nullable;

/**
 * Faults of tags, and of the ARN of the tagged resource.
 *
 * <p>The source is DDB-TABLE-105 to -110 unless noted otherwise.
 */
public sealed interface TagFault extends Fault {
  /** Faults without data. */
  enum Plain implements TagFault {
    /** The resource belongs to another account or service. */
    // Source: DDB-TABLE-011, -071.
    ACCESS_DENIED("Access is denied"),
    /** The request has no ResourceArn. */
    // Source: dynalite, test/listTagsOfResource.
    NO_ARN("Invalid TableArn"),
    NO_TAGS("Atleast one Tag needs to be provided as Input."),
    NO_TAG_KEYS("Atleast one Tag Key needs to be provided as Input."),
    /** A request, or the resource after it, has too many tags. */
    TOO_MANY_TAGS("Number of Tags exceed the current limit for the provided ResourceArn");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return this == ACCESS_DENIED ? ErrorCode.ACCESS_DENIED : ErrorCode.VALIDATION;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** A tag key is missing, empty or too long, or contains an invalid character. */
  record InvalidTagKey(@Nullable String key) implements TagFault {
    public InvalidTagKey {
      key = key == null ? null : Echo.of(key);
    }

    @Override
    public String text(Wording wording) {
      return "The Tag Key provided is invalid, Key: " + key;
    }
  }

  /** A tag value is missing or too long, or contains an invalid character. */
  record InvalidTagValue(@Nullable String value) implements TagFault {
    public InvalidTagValue {
      value = value == null ? null : Echo.of(value);
    }

    @Override
    public String text(Wording wording) {
      return "The Tag Value provided is invalid, Value: " + value;
    }
  }

  /** A tag key begins with a prefix that is reserved for AWS. */
  record ReservedTagKey(String key) implements TagFault {
    public ReservedTagKey {
      key = Echo.of(key);
    }

    @Override
    public String text(Wording wording) {
      return "Tag Key cannot be prefixed with aws:, Key: " + key;
    }
  }

  /** A request has a tag key twice. */
  record DuplicateTagKey(String key) implements TagFault {
    public DuplicateTagKey {
      key = Echo.of(key);
    }

    @Override
    public String text(Wording wording) {
      return "Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key;
    }
  }

  /** The tags of a resource are larger than allowed, in bytes. */
  record TagsTooLarge(int bytes, int limit) implements TagFault {
    @Override
    public String text(Wording wording) {
      return phrase("Tag set size %s bytes is above max size limit of %s bytes", bytes, limit);
    }
  }

  /** ResourceArn is not an ARN. Source: DDB-TABLE-071. */
  record NotAnArn(String text) implements TagFault {
    public NotAnArn {
      text = Echo.of(text);
    }

    @Override
    public String text(Wording wording) {
      return invalid("ARNs must start with 'arn:': %s", text);
    }
  }

  /**
   * The ARN of a backup, or of a resource type that DynamoDB does not have. Source: DDB-BACKUP-013.
   */
  record NotOfDynamo(String arn) implements TagFault {
    public NotOfDynamo {
      arn = Echo.of(arn);
    }

    @Override
    public String text(Wording wording) {
      return invalid("Provided Arn is not a DynamoDB resource arn: %s", arn);
    }
  }

  /** The ARN of an index. Source: DDB-TABLE-136, -212. */
  record NotTableOrStream(String arn) implements TagFault {
    public NotTableOrStream {
      arn = Echo.of(arn);
    }

    @Override
    public String text(Wording wording) {
      return invalid(
          "Invalid resource arn provided, only table or stream is accepted. Provided "
              + "resource arn: %s",
          arn);
    }
  }

  /** The ARN of a resource in another Region. Source: DDB-TABLE-442. */
  record ResourceOfOtherRegion(String arn) implements TagFault {
    public ResourceOfOtherRegion {
      arn = Echo.of(arn);
    }

    @Override
    public String text(Wording wording) {
      return "Invalid TableArn: Invalid ResourceArn provided as input " + arn;
    }
  }

  /** No table or stream has this ARN. Source: DDB-TABLE-071. */
  record ResourceNotFound(String arn) implements TagFault {
    public ResourceNotFound {
      arn = Echo.of(arn);
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_NOT_FOUND;
    }

    @Override
    public String text(Wording wording) {
      return phrase("Requested resource not found: ResourceArn: %s not found", arn);
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
   * An ARN has too few parts. The message of DAX, whose message for {@link NotAnArn} is the same as
   * here: moto, tests/test_dax.
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
