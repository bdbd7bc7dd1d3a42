package dev.monotable.engine.error;

import java.util.List;

/** Faults of a request as a whole. */
public sealed interface RequestFault extends Fault {
  /** Faults without data. */
  enum Plain implements RequestFault {
    PUT_RETURN_VALUES,
    BATCH_DUPLICATES,
    BATCH_WRITE_REQUIRED,
    BATCH_WRITE_TOO_MANY,
    BATCH_WRITE_EMPTY_REQUEST,
    BATCH_GET_TOO_MANY;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An operation of AWS that this emulator does not support. */
  record NotYetSupported(String operation) implements RequestFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.UNKNOWN_OPERATION;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A member of a request that belongs to operations of AWS which this emulator does not support.
   *
   * @param member the name of the member, such as {@code VectorIndexes}
   */
  record MemberNotSupported(String operation, String member) implements RequestFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Expressions are combined with the legacy parameters that they replaced. */
  record ExpressionsBesideLegacyParameters(List<String> legacy, List<String> expressions)
      implements RequestFault {
    public ExpressionsBesideLegacyParameters {
      legacy = List.copyOf(legacy);
      expressions = List.copyOf(expressions);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** AWS's messages for these faults since October 2026. */
  interface RequestWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case PUT_RETURN_VALUES -> "ReturnValues can only be ALL_OLD or NONE";
        case BATCH_DUPLICATES -> "Provided list of item keys contains duplicates";
        case BATCH_WRITE_REQUIRED -> "The requestItems parameter is required for BatchWriteItem";
        case BATCH_WRITE_TOO_MANY -> "Too many items requested for the BatchWriteItem call";
        case BATCH_WRITE_EMPTY_REQUEST ->
            "Supplied AttributeValue has more than one datatypes set, "
                + "must contain exactly one of the supported datatypes";
        case BATCH_GET_TOO_MANY -> "Too many items requested for the BatchGetItem call";
      };
    }

    default String text(NotYetSupported fault) {
      return "Monotable does not support the operation " + fault.operation() + " yet";
    }

    default String text(MemberNotSupported fault) {
      return "Monotable does not support "
          + fault.member()
          + " in "
          + fault.operation()
          + " requests yet";
    }

    default String text(ExpressionsBesideLegacyParameters fault) {
      return "Can not use both expression and non-expression parameters in the same request: "
          + "Non-expression parameters: {"
          + String.join(", ", fault.legacy())
          + "} Expression parameters: {"
          + String.join(", ", fault.expressions())
          + "}";
    }
  }
}
