package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.TransactionFault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Why a transaction is canceled: a reason for each of its actions, in their order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#API_TransactWriteItems_Errors">Errors
 *     of TransactWriteItems</a>
 */
public final class TransactionFailures {

  private final @Nullable Fault[] reasons;
  private boolean any;

  public TransactionFailures(int actions) {
    this.reasons = new Fault[actions];
  }

  /**
   * Notes that an action failed.
   *
   * @throws FaultException the failure itself, if it is of a kind that ends the whole request
   */
  public void add(int action, FaultException failure) {
    if (failure.code() == ErrorCode.RESOURCE_NOT_FOUND
        || TransactionFault.reasonCode(failure.fault()) == null) {
      throw failure;
    }
    reasons[action] = failure.fault();
    any = true;
  }

  /**
   * Notes that the key of an action does not fit its table.
   *
   * @throws FaultException if the key is empty, which ends the whole request
   */
  public void addKeyFault(int action, FaultException failure) {
    requireNoEmptyKey(failure);
    add(action, failure);
  }

  private static void requireNoEmptyKey(FaultException failure) {
    if (failure.fault() instanceof KeyFault fault && fault.isOfEmptyKey()) {
      throw failure;
    }
  }

  /**
   * Notes that an action does not fit its table, if none was found before: the service looks no
   * further (scylladb/scylladb {@code test/alternator/test_transact.py}).
   */
  void addIfFirst(int action, FaultException failure) {
    requireNoEmptyKey(failure);
    if (!any) {
      add(action, failure);
    }
  }

  /** Notes that an action failed because its table is not there, as PartiQL has it. */
  public void addTableNotFound(int action) {
    reasons[action] = TableFault.Plain.NOT_FOUND;
    any = true;
  }

  /** Whether the action has failed before. */
  boolean has(int action) {
    return reasons[action] != null;
  }

  /**
   * Cancels the transaction if an action failed.
   *
   * @throws FaultException if an action failed
   */
  public void throwIfAny() {
    if (any) {
      throw new FaultException(new TransactionFault.Canceled(Arrays.asList(reasons)));
    }
  }
}
