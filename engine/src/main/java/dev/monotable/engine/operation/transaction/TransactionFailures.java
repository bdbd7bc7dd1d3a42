package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Messages;
import dev.monotable.model.CancellationReason;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.model.TransactionCanceledException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a transaction is canceled: a reason for each of its actions, in their order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#API_TransactWriteItems_Errors">Errors
 *     of TransactWriteItems</a>
 */
public final class TransactionFailures {
  private static final CancellationReason NONE = CancellationReason.builder().code("None").build();

  private final @Nullable CancellationReason[] reasons;
  private boolean any;

  public TransactionFailures(int actions) {
    this.reasons = new CancellationReason[actions];
  }

  /**
   * Notes that an action failed.
   *
   * @throws DynamoException the failure itself, if it is of a kind that ends the whole request
   */
  public void add(int action, DynamoException failure) {
    CancellationReason.Builder reason =
        CancellationReason.builder().code(code(failure)).message(message(failure));
    if (failure.detail() instanceof ConditionalCheckFailedException detail) {
      reason.item(detail.item());
    }
    reasons[action] = reason.build();
    any = true;
  }

  /**
   * Notes that an action does not fit its table, if none was found before: the service looks no
   * further (scylladb/scylladb {@code test/alternator/test_transact.py}).
   */
  void addIfFirst(int action, DynamoException failure) {
    if (!any) {
      add(action, failure);
    }
  }

  /** Notes that an action failed because its table is not there, as PartiQL has it. */
  public void addTableNotFound(int action) {
    reasons[action] =
        CancellationReason.builder()
            .code("ResourceNotFound")
            .message(Messages.TABLE_NOT_FOUND)
            .build();
    any = true;
  }

  private static String code(DynamoException failure) {
    return switch (failure.code()) {
      case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
      case DUPLICATE_ITEM -> "DuplicateItem";
      case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> "ItemCollectionSizeLimitExceeded";
      case TRANSACTION_CONFLICT -> "TransactionConflict";
      case VALIDATION -> "ValidationError";
      // Anything else is a failure of the request as a whole.
      default -> throw failure;
    };
  }

  private static @Nullable String message(DynamoException failure) {
    return failure.code() == ErrorCode.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED
        ? Messages.ITEM_COLLECTION_TOO_LARGE_IN_TRANSACTION
        : failure.getMessage();
  }

  /** Whether the action has failed before. */
  boolean has(int action) {
    return reasons[action] != null;
  }

  /**
   * Cancels the transaction if an action failed.
   *
   * @throws DynamoException if an action failed
   */
  public void throwIfAny() {
    if (!any) {
      return;
    }
    List<CancellationReason> all = new ArrayList<>(reasons.length);
    List<String> codes = new ArrayList<>(reasons.length);
    for (CancellationReason reason : reasons) {
      CancellationReason present = reason == null ? NONE : reason;
      all.add(present);
      codes.add(present.code());
    }
    throw new DynamoException(
        ErrorCode.TRANSACTION_CANCELED,
        Messages.transactionCanceled(codes),
        TransactionCanceledException.builder().cancellationReasons(all).build());
  }
}
