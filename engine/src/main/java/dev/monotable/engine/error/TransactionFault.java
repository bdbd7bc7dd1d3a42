package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.model.CancellationReason;
import dev.monotable.model.TransactionCanceledException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults of transactions, and the reasons of their cancellation. */
public sealed interface TransactionFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements TransactionFault, FaultText {
    DUPLICATE_ITEMS("Transaction request cannot include multiple operations on one item"),
    // Source: parity tests/tier3/error-messages/transactWriteItems: us-east-1.
    ACTION_REQUIRED(
        "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"),
    ONE_ACTION_REQUIRED("TransactItems can only contain one of Check, Put, Update or Delete"),
    TOO_LARGE("The aggregated size of all items in the transaction exceeded its limit of 4 MB"),
    TOKEN_MISMATCH(
        ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH,
        "Specified idempotent token was used with different request parameters within "
            + "the idempotency window"),
    // AWS page API_TransactWriteItems.html: the reasons of a cancellation.
    CONFLICT(ErrorCode.TRANSACTION_CONFLICT, "Transaction is ongoing for the item"),
    // Quoted from AWS in aexhq/brain, pull request 58, like TOKEN_MISMATCH.
    IN_PROGRESS(
        ErrorCode.TRANSACTION_IN_PROGRESS,
        "Transaction from previous request is still in progress"),
    /**
     * The items, keys and values in the request exceed the maximum size of a transaction. Source:
     * alternator {@code test_transact.py} asserts a part of the message. The whole message, with
     * its repetition, is in the tests of a driver that run against the service.
     */
    PAYLOAD_TOO_LARGE(
        "Transaction payload size cannot exceed 4MB. Payload Size: : "
            + "Transaction payload size cannot exceed 4MB. Payload Size: %s");

    private final ErrorCode code;
    private final String text;

    Plain(String text) {
      this(ErrorCode.VALIDATION, text);
    }

    Plain(ErrorCode code, String text) {
      this.code = code;
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * A transaction is canceled.
   *
   * @param reasons why each action failed, in the order of the actions; null for an action that did
   *     not fail
   */
  record Canceled(List<@Nullable Fault> reasons) implements TransactionFault {
    public Canceled {
      reasons = Collections.unmodifiableList(new ArrayList<>(reasons));
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.TRANSACTION_CANCELED;
    }

    @Override
    public Record detail(Wording wording) {
      List<CancellationReason> all = new ArrayList<>(reasons.size());
      for (Fault reason : reasons) {
        all.add(reason(reason, wording));
      }
      return TransactionCanceledException.builder().cancellationReasons(all).build();
    }

    @Override
    public String text(Wording wording) {
      List<String> codes = new ArrayList<>(reasons.size());
      for (Fault reason : reasons) {
        codes.add(reason == null ? "None" : String.valueOf(reasonCode(reason)));
      }
      return phrase(
          "Transaction cancelled, please refer cancellation reasons for specific reasons [%s]",
          String.join(", ", codes));
    }

    /**
     * Returns the cancellation reason of an action. The messages of
     * API_TransactionCanceledException end with a period that the service omits.
     */
    private static CancellationReason reason(@Nullable Fault fault, Wording wording) {
      if (fault == null) {
        return CancellationReason.builder().code("None").build();
      }
      return CancellationReason.builder()
          .code(reasonCode(fault))
          .message(
              fault == ItemFault.Plain.ITEM_COLLECTION_TOO_LARGE
                  ? "Collection size exceeded"
                  : wording.message(fault))
          .item(fault instanceof ItemFault.ConditionFailed failed ? failed.item() : null)
          .build();
    }
  }

  /**
   * Returns the code of a cancellation reason; null if such a fault fails the whole request instead
   * of canceling the transaction.
   */
  static @Nullable String reasonCode(Fault fault) {
    return switch (fault.code()) {
      case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
      case DUPLICATE_ITEM -> "DuplicateItem";
      case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> "ItemCollectionSizeLimitExceeded";
      case PROVISIONED_THROUGHPUT_EXCEEDED -> "ProvisionedThroughputExceeded";
      case RESOURCE_NOT_FOUND -> "ResourceNotFound";
      case THROTTLING -> "ThrottlingError";
      case TRANSACTION_CONFLICT -> "TransactionConflict";
      case VALIDATION -> "ValidationError";
      default -> null;
    };
  }
}
