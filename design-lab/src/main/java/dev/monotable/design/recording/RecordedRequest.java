package dev.monotable.design.recording;

import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.design.ledger.UnprocessedKeys;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of a recording. It has everything that an observed one has except the request and the
 * response themselves, and the fault rules that it was hit by.
 *
 * @param timeToLive what an UpdateTimeToLive changed; null for other requests
 */
record RecordedRequest(
    OperationSchema<?, ?> operation,
    Instant startedAt,
    Duration duration,
    List<String> tables,
    @Nullable String index,
    @Nullable TimeToLiveSpecification timeToLive,
    List<RequestPart> parts,
    List<ConsumedUnits> capacity,
    @Nullable DynamoException error,
    boolean connectionDropped,
    boolean hasMore,
    boolean continues,
    int unprocessed,
    List<UnprocessedKey> unprocessedKeys,
    List<String> resultValues)
    implements ObservedRequest, UnprocessedKeys, ResultValues {

  RecordedRequest {
    tables = List.copyOf(tables);
    parts = List.copyOf(parts);
    capacity = List.copyOf(capacity);
    unprocessedKeys = List.copyOf(unprocessedKeys);
    resultValues = List.copyOf(resultValues);
  }

  @Override
  public @Nullable Record request() {
    return timeToLive == null || tables.isEmpty()
        ? null
        : UpdateTimeToLiveInput.builder()
            .tableName(tables.get(0))
            .timeToLiveSpecification(timeToLive)
            .build();
  }

  @Override
  public @Nullable Record response() {
    return null;
  }

  @Override
  public List<FaultRule> injected() {
    return List.of();
  }

  @Override
  public String toString() {
    return operation.name() + " " + String.join(", ", tables);
  }

  /** An item that was read by its key. */
  record Get(
      String table,
      Item key,
      @Nullable Item item,
      @Nullable ExpressionText projection,
      boolean consistent,
      double units)
      implements ItemRead {}

  /** A page of a Query, a Scan or a SELECT. */
  record Page(
      String table,
      @Nullable String index,
      boolean globalIndex,
      List<KeyRestriction> keyConditions,
      @Nullable ExpressionText filter,
      @Nullable ExpressionText projection,
      boolean countOnly,
      boolean consistent,
      boolean forward,
      @Nullable Integer limit,
      @Nullable Item startKey,
      @Nullable Item lastEvaluatedKey,
      int evaluated,
      int returned,
      long bytes,
      double units,
      double fetchedUnits)
      implements PageRead {
    Page {
      keyConditions = List.copyOf(keyConditions);
    }
  }

  /** An item that was written. */
  record Write(
      String table,
      WriteKind writeKind,
      Item key,
      @Nullable ExpressionText update,
      @Nullable ExpressionText condition,
      boolean applied,
      @Nullable Item before,
      @Nullable Item after,
      List<IndexChange> indexChanges,
      double units)
      implements ItemWritten {
    Write {
      indexChanges = List.copyOf(indexChanges);
    }
  }

  /** A page of stream records. */
  record StreamPage(String table, String streamArn, String shardId, int returned, long bytes)
      implements RecordsRead {}
}
