package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.phrase;

/** Faults of a request as a whole. */
public sealed interface RequestFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements RequestFault, FaultText {
    PUT_RETURN_VALUES("ReturnValues can only be ALL_OLD or NONE"),
    BATCH_DUPLICATES("Provided list of item keys contains duplicates"),
    BATCH_WRITE_REQUIRED("The requestItems parameter is required for BatchWriteItem"),
    BATCH_WRITE_TOO_MANY("Too many items requested for the BatchWriteItem call"),
    BATCH_WRITE_EMPTY_REQUEST(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly "
            + "one of the supported datatypes"),
    BATCH_GET_TOO_MANY("Too many items requested for the BatchGetItem call"),
    /** Expressions are combined with the legacy parameters that they replaced. */
    EXPRESSIONS_BESIDE_LEGACY_PARAMETERS(
        "Can not use both expression and non-expression parameters in the same request: "
            + "Non-expression parameters: {%s} Expression parameters: {%s}");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * A member of a request that belongs to operations of AWS which this emulator does not support.
   *
   * @param member the name of the member, such as {@code VectorIndexes}
   */
  record MemberNotSupported(String operation, String member) implements RequestFault {
    @Override
    public String text(Wording wording) {
      return phrase("Monotable does not support %s in %s requests yet", member, operation);
    }
  }
}
