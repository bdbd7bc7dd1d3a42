package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.ItemAddress;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableCapacities;
import dev.monotable.engine.operation.item.CollectionMetrics;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.item.ItemWrittenPart;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.ItemCollectionMetrics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Applies all writes of a TransactWriteItems or ExecuteTransaction in one commit, or none. */
public final class WriteTransaction {
  private final OperationContext context;
  private final @Nullable ItemWrite[] writes;
  private final TransactionTokens.Use token;
  private final @Nullable String capacityMode;
  private final @Nullable String collectionMode;

  /**
   * @param writes without null elements
   * @param capacityMode the request's ReturnConsumedCapacity
   * @param collectionMode the request's ReturnItemCollectionMetrics
   */
  public WriteTransaction(
      OperationContext context,
      @Nullable ItemWrite[] writes,
      TransactionTokens.Use token,
      @Nullable String capacityMode,
      @Nullable String collectionMode) {
    this.context = context;
    this.writes = writes;
    this.token = token;
    this.capacityMode = capacityMode;
    this.collectionMode = collectionMode;
  }

  /**
   * The capacity and the item collection metrics to return; null if the request does not ask for
   * them.
   */
  public record Answer(
      @Nullable List<ConsumedCapacity> capacity,
      @Nullable Map<String, List<ItemCollectionMetrics>> collections) {}

  /**
   * Checks that no two writes are on the same item.
   *
   * @param writes null for actions that do not match their table; these are skipped
   * @throws FaultException if two writes are on the same item
   */
  public static void requireDistinct(@Nullable ItemWrite[] writes) {
    if (writes.length == 1) {
      return;
    }
    Set<ItemAddress> targets = new HashSet<>(2 * writes.length);
    for (ItemWrite write : writes) {
      if (write != null && !targets.add(new ItemAddress(write.tableName(), write.key()))) {
        throw new FaultException(TransactionFault.Plain.DUPLICATE_ITEMS);
      }
    }
  }

  /**
   * Checks the size of a transaction as it was sent. The sizes of the stored items do not count
   * (scylladb/scylladb {@code test/alternator/test_transact.py}).
   *
   * @param bytes the size of the items, keys and values in the request
   * @throws FaultException if the size exceeds the maximum
   */
  public static void requireSize(long bytes, Limits limits) {
    if (bytes > limits.transaction().maxBytes()) {
      throw new FaultException(TransactionFault.Plain.PAYLOAD_TOO_LARGE.with(bytes));
    }
  }

  /**
   * Applies the writes, unless they were applied before with the same token.
   *
   * @param parts for observers, in the order of the writes; null if there is no observer of the
   *     request
   * @throws FaultException with the cancellation reasons if a write fails, or the request is
   *     rejected
   */
  public Answer commit(Call call, @Nullable List<ItemWrittenPart> parts) {
    for (ItemWrite write : writes) {
      Objects.requireNonNull(write).willWrite(call);
    }
    call.admit();
    Observation observation = call.observation();
    if (observation == null || parts == null) {
      return context
          .committer()
          .commit(
              call.ticket(),
              draft -> {
                TransactionToken known = token.findRepeated(draft);
                return known == null ? commit(draft, call, null) : repeated(draft, known, null);
              });
    }
    @Nullable WriteOutcome[] outcomes = new WriteOutcome[writes.length];
    Answer answer =
        context
            .committer()
            .commit(
                call.ticket(),
                draft -> {
                  TransactionToken known = token.findRepeated(draft);
                  if (known != null) {
                    return repeated(draft, known, observation);
                  }
                  parts.forEach(observation::add);
                  return commit(draft, call, outcomes);
                });
    for (int i = 0; i < outcomes.length; i++) {
      WriteOutcome outcome = outcomes[i];
      if (outcome != null) {
        parts.get(i).complete(outcome);
      }
    }
    return answer;
  }

  /**
   * Writes all items, or none.
   *
   * @param outcomes receives the outcome of each write; null if no caller asks for them
   */
  private Answer commit(StateDraft draft, Call call, @Nullable WriteOutcome @Nullable [] outcomes) {
    TransactionFailures failures = new TransactionFailures(writes.length);
    TableCapacities capacities = new TableCapacities(capacityMode);
    CollectionMetrics metrics = new CollectionMetrics(collectionMode);
    short[] readUnits = new short[token.isGiven() ? writes.length : 0];
    for (int i = 0; i < writes.length; i++) {
      ItemWrite write = Objects.requireNonNull(writes[i]);
      TableDraft table = OperationContext.requireTable(draft, write.tableName());
      try {
        WriteOutcome outcome =
            write.apply(table, context.limits(), call, ConsumedCapacities.TRANSACTION_FACTOR);
        if (outcomes != null) {
          outcomes[i] = outcome;
        }
        if (readUnits.length != 0) {
          readUnits[i] = readUnits(outcome);
        }
        ConsumedCapacities count = capacities.of(table.layout().definition(), write.plan().table());
        if (count != null) {
          count.addWrite(outcome, ConsumedCapacities.TRANSACTION_FACTOR);
        }
        metrics.add(outcome, write.plan().subject(), write.plan().table());
      } catch (FaultException e) {
        failures.add(i, e);
      }
    }
    failures.throwIfAny();
    token.record(draft, readUnits);
    if (!context.delays().transaction().isZero()) {
      ItemHolds.hold(
          draft,
          writes,
          draft.now().plus(context.delays().transaction()),
          context.limits().memory().maxTokens());
    }
    return new Answer(capacities.transaction(true), metrics.answer());
  }

  /**
   * Returns the read units of the larger of the items before and after a write, which a repeated
   * request consumes (dynoxide, recorded tests R1, S1 and S3).
   */
  private static short readUnits(WriteOutcome outcome) {
    return (short)
        Math.max(
            ConsumedCapacities.transactionalReadUnits(outcome.before()),
            ConsumedCapacities.transactionalReadUnits(outcome.after()));
  }

  /** Returns the response to a repeated request. It consumes the read capacity of its items. */
  private Answer repeated(
      StateDraft draft, TransactionToken known, @Nullable Observation observation) {
    TableCapacities capacities = new TableCapacities(capacityMode);
    short[] readUnits = known.readUnits();
    for (int i = 0; i < writes.length; i++) {
      ItemWrite write = Objects.requireNonNull(writes[i]);
      TableDraft table = OperationContext.requireTable(draft, write.tableName());
      ConsumedCapacities count = capacities.of(table.layout().definition(), write.plan().table());
      double units =
          readUnits.length == 0
              ? ConsumedCapacities.transactionalReadUnits(table.find(write.key()))
              : readUnits[i];
      if (count != null) {
        count.addTable(units);
      }
      if (observation != null) {
        observation.charge(new ConsumedUnits(write.tableName(), null, units, 0));
      }
    }
    return new Answer(capacities.transaction(false), null);
  }
}
