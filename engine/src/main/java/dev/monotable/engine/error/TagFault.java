package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import org.jspecify.annotations.Nullable;

/** Faults of tags, and of the ARN of the tagged resource. */
public sealed interface TagFault extends Fault {
  /** Faults without data. */
  enum Plain implements TagFault {
    /** The resource belongs to another account or service. */
    ACCESS_DENIED(ErrorCode.ACCESS_DENIED),
    /** The request has no ResourceArn. */
    NO_ARN,
    NO_TAGS,
    NO_TAG_KEYS,
    /** A request, or the resource after it, has too many tags. */
    TOO_MANY_TAGS;

    private final ErrorCode code;

    Plain() {
      this(ErrorCode.VALIDATION);
    }

    Plain(ErrorCode code) {
      this.code = code;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A tag key is missing, empty or too long, or contains an invalid character. */
  record InvalidTagKey(@Nullable String key) implements TagFault {
    public InvalidTagKey {
      key = key == null ? null : Echo.of(key);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A tag value is missing or too long, or contains an invalid character. */
  record InvalidTagValue(@Nullable String value) implements TagFault {
    public InvalidTagValue {
      value = value == null ? null : Echo.of(value);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A tag key begins with a prefix that is reserved for AWS. */
  record ReservedTagKey(String key) implements TagFault {
    public ReservedTagKey {
      key = Echo.of(key);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A request has a tag key twice. */
  record DuplicateTagKey(String key) implements TagFault {
    public DuplicateTagKey {
      key = Echo.of(key);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The tags of a resource are larger than allowed, in bytes. */
  record TagsTooLarge(int bytes, int limit) implements TagFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** ResourceArn is not an ARN. */
  record NotAnArn(String text) implements TagFault {
    public NotAnArn {
      text = Echo.of(text);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The ARN of a backup, or of a resource type that DynamoDB does not have. */
  record NotOfDynamo(String arn) implements TagFault {
    public NotOfDynamo {
      arn = Echo.of(arn);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The ARN of an index. */
  record NotTableOrStream(String arn) implements TagFault {
    public NotTableOrStream {
      arn = Echo.of(arn);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The ARN of a resource in another Region. */
  record ResourceOfOtherRegion(String arn) implements TagFault {
    public ResourceOfOtherRegion {
      arn = Echo.of(arn);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No table or stream has this ARN. */
  record ResourceNotFound(String arn) implements TagFault {
    public ResourceNotFound {
      arn = Echo.of(arn);
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_NOT_FOUND;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
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
   * An ARN has too few parts.
   *
   * @param part the first missing part
   */
  record ArnPartMissing(ArnPart part, String text) implements TagFault {
    public ArnPartMissing {
      text = Echo.of(text);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. {@code [ack]} is the finding with that
   * number in {@code docs/api-quirks} of aws-controllers-k8s/dynamodb-controller, recorded in
   * October 2026. Its findings on tags, except those on ARNs, are DDB-TABLE-105 to -110.
   */
  interface TagWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        // DDB-TABLE-011, -071.
        case ACCESS_DENIED -> "Access is denied";
        // architect/dynalite, test/listTagsOfResource.
        case NO_ARN -> "Invalid TableArn";
        case NO_TAGS -> "Atleast one Tag needs to be provided as Input.";
        case NO_TAG_KEYS -> "Atleast one Tag Key needs to be provided as Input.";
        case TOO_MANY_TAGS ->
            "Number of Tags exceed the current limit for the provided ResourceArn";
      };
    }

    default String text(InvalidTagKey fault) {
      return "The Tag Key provided is invalid, Key: " + fault.key();
    }

    default String text(InvalidTagValue fault) {
      return "The Tag Value provided is invalid, Value: " + fault.value();
    }

    default String text(ReservedTagKey fault) {
      return "Tag Key cannot be prefixed with aws:, Key: " + fault.key();
    }

    default String text(DuplicateTagKey fault) {
      return "Duplicate Tag Keys provided as input: Duplicate Tag Key found " + fault.key();
    }

    default String text(TagsTooLarge fault) {
      return "Tag set size "
          + fault.bytes()
          + " bytes is above max size limit of "
          + fault.limit()
          + " bytes";
    }

    /** [ack] DDB-TABLE-071. */
    default String text(NotAnArn fault) {
      return Phrases.INVALID + "ARNs must start with 'arn:': " + fault.text();
    }

    /** [ack] DDB-BACKUP-013. */
    default String text(NotOfDynamo fault) {
      return Phrases.INVALID + "Provided Arn is not a DynamoDB resource arn: " + fault.arn();
    }

    /** [ack] DDB-TABLE-136, -212. */
    default String text(NotTableOrStream fault) {
      return Phrases.INVALID
          + "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
          + fault.arn();
    }

    /** [ack] DDB-TABLE-442. */
    default String text(ResourceOfOtherRegion fault) {
      return "Invalid TableArn: Invalid ResourceArn provided as input " + fault.arn();
    }

    /** [ack] DDB-TABLE-071. */
    default String text(ResourceNotFound fault) {
      return "Requested resource not found: ResourceArn: " + fault.arn() + " not found";
    }

    /**
     * The message of DAX, whose message for {@link NotAnArn} is the same as here: moto,
     * tests/test_dax.
     */
    default String text(ArnPartMissing fault) {
      return Phrases.INVALID
          + switch (fault.part()) {
            case PARTITION -> "Second colon partition";
            case VENDOR -> "Third colon vendor";
            case REGION -> "Fourth colon (region/namespace delimiter)";
            case NAMESPACE -> "Fifth colon (namespace/relative-id delimiter)";
          }
          + " not found: "
          + fault.text();
    }
  }
}
