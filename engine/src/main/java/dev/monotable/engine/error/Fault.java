package dev.monotable.engine.error;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.Nullable;

/**
 * The error of a request, as a value: names, types and numbers, without a message. Inside the
 * engine a fault is thrown in a {@link FaultException}. At the edge of the engine, a {@link
 * Wording} turns it into a {@link DynamoException}.
 *
 * <p>Each family is a sealed interface, generated from a file of the table of faults. A fault that
 * needs nothing but its text and the values in it is a constant with that text ({@link FaultText});
 * any other fault is a record that builds its text. A record with more than a text, such as {@link
 * Throttled}, is written by hand. These are AWS's messages in most Regions.
 */
@Experimental
public sealed interface Fault
    permits AccessFault,
        BackupFault,
        ChosenError,
        ConstraintFault,
        ExpressionFault,
        FaultText,
        FaultText.Filled,
        GlobalTableFault,
        InUseFault,
        IndexFault,
        ItemFault,
        KeyConditionFault,
        KeyFault,
        KinesisFault,
        LegacyFault,
        PolicyFault,
        QuotaFault,
        ReadFault,
        RecoveryFault,
        ReplicaFault,
        RequestFault,
        RestoreFault,
        ServiceFault,
        StatementFault,
        StreamFault,
        SubstitutionFault,
        TableFault,
        TagFault,
        ThroughputFault,
        TransactionFault,
        TransferFault,
        VectorFault {
  /** Returns the error code of the response. */
  default ErrorCode code() {
    return ErrorCode.VALIDATION;
  }

  /**
   * Returns the generated structure of the error, which contains the members other than the message
   * (its message member is not set); null if there are none.
   */
  default @Nullable Record detail(Wording wording) {
    return null;
  }

  /**
   * Returns the message that most wordings have for this fault. {@link Wording#message(Fault)} may
   * return another.
   *
   * @param wording the wording of a fault or value in this fault
   */
  String text(Wording wording);
}
