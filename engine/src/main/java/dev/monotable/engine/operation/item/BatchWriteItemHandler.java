package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.ItemAddress;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableCapacities;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.BatchWriteItemOutput;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The BatchWriteItem operation. If one request does not match its table, nothing is written.
 * Otherwise all are written in one commit, except those on items that a transaction holds: these
 * are returned as UnprocessedItems.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html">BatchWriteItem</a>
 */
public final class BatchWriteItemHandler
    implements OperationHandler<BatchWriteItemInput, BatchWriteItemOutput> {
  private final OperationContext context;

  public BatchWriteItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public BatchWriteItemOutput handle(BatchWriteItemInput request, Call call) {
    Map<String, List<WriteRequest>> tables = request.requestItems();
    if (tables == null || tables.isEmpty()) {
      throw new FaultException(RequestFault.Plain.BATCH_WRITE_REQUIRED);
    }
    requireWrites(tables);
    List<Part> parts = new ArrayList<>();
    Set<ItemAddress> distinct = new HashSet<>();
    for (Map.Entry<String, List<WriteRequest>> entry : tables.entrySet()) {
      TableState table = context.requireTable(entry.getKey());
      for (WriteRequest write : entry.getValue()) {
        if (write.putRequest() != null) {
          KeyRules.requireKeyInItem(table.layout(), subject(write));
        }
        ItemWrite prepared =
            new ItemWrite(
                WritePlan.of(
                    write.putRequest() != null ? ItemWrite.Kind.PUT : ItemWrite.Kind.DELETE,
                    entry.getKey(),
                    subject(write)),
                table.layout(),
                context.limits());
        if (!distinct.add(new ItemAddress(prepared.tableName(), prepared.key()))) {
          throw new FaultException(RequestFault.Plain.BATCH_DUPLICATES);
        }
        parts.add(new Part(entry.getKey(), write, prepared));
        prepared.willWrite(call);
      }
    }
    call.admit();
    Observation observation = call.observation();
    if (observation == null) {
      return context
          .committer()
          .commit(call.ticket(), draft -> commit(request, draft, parts, call, null));
    }
    List<ItemWrittenPart> written = new ArrayList<>(parts.size());
    BatchWriteItemOutput answer =
        context
            .committer()
            .commit(call.ticket(), draft -> commit(request, draft, parts, call, written));
    written.forEach(observation::add);
    return answer;
  }

  /** Checks each write without its table, and the number of writes. */
  private void requireWrites(Map<String, List<WriteRequest>> tables) {
    int count = 0;
    for (List<WriteRequest> requests : tables.values()) {
      count += requests.size();
      for (WriteRequest write : requests) {
        if ((write.putRequest() == null) == (write.deleteRequest() == null)) {
          throw new FaultException(RequestFault.Plain.BATCH_WRITE_EMPTY_REQUEST);
        }
        OperationContext.requireValid(subject(write));
        if (write.putRequest() != null) { // before any table is looked up: dynalite, batchWriteItem
          ItemWrite.requireSize(subject(write), context.limits(), ItemFault.Plain.ITEM_TOO_LARGE);
        }
      }
    }
    if (count > context.limits().batch().maxWrites()) {
      throw new FaultException(RequestFault.Plain.BATCH_WRITE_TOO_MANY);
    }
  }

  /**
   * One request of the batch.
   *
   * @param table the name or ARN of the table in the request
   */
  private record Part(String table, WriteRequest request, ItemWrite write) {}

  private static Item subject(WriteRequest write) {
    return write.putRequest() != null
        ? write.putRequest().item()
        : Objects.requireNonNull(write.deleteRequest()).key();
  }

  /**
   * Writes a batch of parts in a commit.
   *
   * @param observed receives the parts for observers; null if there is no observer of the request
   */
  private BatchWriteItemOutput commit(
      BatchWriteItemInput request,
      StateDraft draft,
      List<Part> parts,
      Call call,
      @Nullable List<ItemWrittenPart> observed) {
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    CollectionMetrics metrics = new CollectionMetrics(request.returnItemCollectionMetrics());
    Map<String, List<WriteRequest>> unprocessed = new LinkedHashMap<>();
    FaultException rejection = null;
    int written = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      ItemWrite write = part.write();
      TableDraft table = OperationContext.requireTable(draft, write.tableName());
      write.refit(table, context.limits());
      boolean left = table.isHeld(write.key()) || call.isUnprocessed(i);
      FaultException rejected = left ? null : write.charge(table, call);
      rejection = rejected == null ? rejection : rejected;
      if (left || rejected != null) {
        unprocessed.computeIfAbsent(part.table(), name -> new ArrayList<>()).add(part.request());
        continue;
      }
      WriteOutcome outcome = write.applyCharged(table);
      written++;
      if (observed != null) {
        ItemWrittenPart seen = new ItemWrittenPart(write, null, null, 1);
        seen.complete(outcome);
        observed.add(seen);
      }
      ConsumedCapacities count = capacities.of(table.layout().definition(), part.table());
      if (count != null) {
        count.addWrite(outcome, 1);
      }
      metrics.add(outcome, write.plan().subject(), part.table());
    }
    if (written == 0) {
      Call.throwIfRejected(rejection);
    }
    return new BatchWriteItemOutput(unprocessed, metrics.answer(), capacities.plain());
  }
}
