package dev.monotable.engine.error;

import dev.monotable.model.CancellationReason;
import dev.monotable.model.TransactionCanceledException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fault of a canceled transaction.
 *
 * @param reasons why each action failed, in the order of the actions; null for an action that did
 *     not fail
 */
public record Canceled(List<@Nullable Fault> reasons) implements TransactionFault {
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
    return "Transaction cancelled, please refer cancellation reasons for specific reasons ["
        + String.join(", ", codes)
        + "]";
  }

  /**
   * Returns the cancellation reason of an action. The messages of API_TransactionCanceledException
   * end with a period that the service omits.
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
        .item(fault instanceof ConditionFailed failed ? failed.item() : null)
        .build();
  }

  /**
   * Returns the code of a cancellation reason; null if such a fault fails the whole request instead
   * of canceling the transaction.
   */
  public static @Nullable String reasonCode(Fault fault) {
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
