package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a request, as a value: names, types and numbers, without a text. Inside the
 * engine a fault is thrown in a {@link FaultException}; where the engine answers, a {@link Wording}
 * makes a {@link DynamoException} of it.
 *
 * <p>Each family has its faults and, nested, their texts: a record for a fault with data, a
 * constant of {@code Plain} for one without.
 */
public sealed interface Fault
    permits ConstraintFault,
        ExpressionFault,
        InUseFault,
        IndexFault,
        ItemFault,
        KeyConditionFault,
        KeyFault,
        LegacyFault,
        LiteralFault,
        QuotaFault,
        ReadFault,
        RequestFault,
        StatementFault,
        StreamFault,
        SubstitutionFault,
        TableFault,
        TagFault,
        ThroughputFault,
        TransactionFault {
  /** The error that the service answers. */
  default ErrorCode code() {
    return ErrorCode.VALIDATION;
  }

  /**
   * The error's generated structure, for members beyond the message (its own message member is not
   * set); null where there are none.
   */
  default @Nullable Record detail(Wording wording) {
    return null;
  }

  /** What the wording says of this fault. */
  String message(Wording wording);
}
