package dev.monotable.engine.error;

import dev.monotable.model.CancellationReason;
import dev.monotable.model.TransactionCanceledException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults of transactions, and the reasons of their cancellation. */
public sealed interface TransactionFault extends Fault {
  /** Faults without data. */
  enum Plain implements TransactionFault {
    DUPLICATE_ITEMS,
    ACTION_REQUIRED,
    ONE_ACTION_REQUIRED,
    TOO_LARGE,
    TOKEN_MISMATCH(ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH),
    CONFLICT(ErrorCode.TRANSACTION_CONFLICT),
    IN_PROGRESS(ErrorCode.TRANSACTION_IN_PROGRESS);

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

  /** The items, keys and values in the request exceed the maximum size of a transaction. */
  record PayloadTooLarge(long bytes) implements TransactionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
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
        all.add(wording.reason(reason));
      }
      return TransactionCanceledException.builder().cancellationReasons(all).build();
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
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

  /** AWS's messages for these faults since October 2026. */
  interface TransactionWording {
    /** Returns the message for any fault. */
    String message(Fault fault);

    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case DUPLICATE_ITEMS ->
            "Transaction request cannot include multiple operations on one item";
        // paritysuite/dynamodb-conformance tests/tier3/error-messages/transactWriteItems:
        // us-east-1.
        case ACTION_REQUIRED ->
            "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request";
        case ONE_ACTION_REQUIRED ->
            "TransactItems can only contain one of Check, Put, Update or Delete";
        case TOO_LARGE ->
            "The aggregated size of all items in the transaction exceeded its limit of 4 MB";
        case TOKEN_MISMATCH ->
            "Specified idempotent token was used with different request parameters within the "
                + "idempotency window";
        // AWS page API_TransactWriteItems.html: the reasons of a cancellation.
        case CONFLICT -> "Transaction is ongoing for the item";
        // Quoted from AWS in aexhq/brain, pull request 58, like TOKEN_MISMATCH.
        case IN_PROGRESS -> "Transaction from previous request is still in progress";
      };
    }

    /**
     * scylladb/scylladb {@code test/alternator/test_transact.py} asserts a part of the message. The
     * whole message, with its repetition, is in the tests of a driver that run against the service.
     */
    default String text(PayloadTooLarge fault) {
      String text = "Transaction payload size cannot exceed 4MB. Payload Size: ";
      return text + ": " + text + fault.bytes();
    }

    default String text(Canceled fault) {
      List<String> codes = new ArrayList<>(fault.reasons().size());
      for (Fault reason : fault.reasons()) {
        codes.add(String.valueOf(reason(reason).code()));
      }
      return "Transaction cancelled, please refer cancellation reasons for specific reasons ["
          + String.join(", ", codes)
          + "]";
    }

    /**
     * Returns the cancellation reason of an action.
     *
     * @param fault why the action failed; null if it did not fail
     */
    default CancellationReason reason(@Nullable Fault fault) {
      if (fault == null) {
        return CancellationReason.builder().code("None").build();
      }
      // API_TransactionCanceledException, whose messages end with a period that the service omits.
      String message =
          fault.code() == ErrorCode.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED
              ? "Collection size exceeded"
              : message(fault);
      return CancellationReason.builder()
          .code(TransactionFault.reasonCode(fault))
          .message(message)
          .item(fault instanceof ItemFault.ConditionFailed failed ? failed.item() : null)
          .build();
    }
  }
}
