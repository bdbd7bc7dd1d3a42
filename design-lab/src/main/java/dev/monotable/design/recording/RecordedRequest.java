package dev.monotable.design.recording;

import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.design.ledger.UnprocessedKeys;
import dev.monotable.design.relation.RequestOutline;
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
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request of a recording. It has everything that an observed one has except the request and the
 * response themselves, and the fault rules that it was hit by.
 *
 * @param timeToLive what an UpdateTimeToLive changed; null for other requests
 * @param withoutItems whether its items have only the attributes of their primary keys
 * @param sent the request as its client sent it, as JSON; null if that is unknown or not needed
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
    List<String> resultValues,
    boolean withoutItems,
    @Nullable String sent)
    implements RequestOutline, UnprocessedKeys, ResultValues {
  /** A longer value of an expression is part of an item. */
  private static final int MAX_VALUE = 1_024;

  private static final AttributeValue NO_VALUE = AttributeValue.string("");

  RecordedRequest {
    tables = List.copyOf(tables);
    parts = List.copyOf(parts);
    capacity = List.copyOf(capacity);
    unprocessedKeys = List.copyOf(unprocessedKeys);
    resultValues = List.copyOf(resultValues);
  }

  /** Returns a request without its items: of each, there are only the attributes of its key. */
  static RecordedRequest withoutItems(ObservedRequest request) {
    return new RecordedRequest(
        request.operation(),
        request.startedAt(),
        request.duration(),
        request.tables(),
        request.index(),
        null,
        request.parts().stream().map(RecordedRequest::withoutItems).toList(),
        request.capacity(),
        request.error(),
        request.connectionDropped(),
        request.hasMore(),
        request.continues(),
        request.unprocessed(),
        UnprocessedKeys.of(request, table -> null),
        ResultValues.of(request),
        true,
        null);
  }

  private static RequestPart withoutItems(RequestPart part) {
    if (part instanceof ItemRead read) {
      return new Get(
          read.table(),
          read.key(),
          read.item() == null ? null : read.key(),
          read.projection(),
          read.consistent(),
          read.units());
    } else if (part instanceof PageRead page) {
      return new Page(
          page.table(),
          page.index(),
          page.globalIndex(),
          page.keyConditions(),
          withoutValues(page.filter()),
          page.projection(),
          page.countOnly(),
          page.consistent(),
          page.forward(),
          page.limit(),
          page.startKey(),
          page.lastEvaluatedKey(),
          page.evaluated(),
          page.returned(),
          page.bytes(),
          page.units(),
          page.fetchedUnits());
    } else if (part instanceof ItemWritten written) {
      return new Write(
          written.table(),
          written.writeKind(),
          written.key(),
          withoutValues(written.update()),
          withoutValues(written.condition()),
          written.applied(),
          written.before() == null ? null : written.key(),
          written.after() == null ? null : written.key(),
          written.indexChanges(),
          written.units());
    } else if (part instanceof RecordsRead records) {
      return new StreamPage(
          records.table(),
          records.streamArn(),
          records.shardId(),
          records.returned(),
          records.bytes());
    }
    throw new IllegalArgumentException(part.kind().name());
  }

  /** Returns an expression without long values; it has the same template. */
  private static @Nullable ExpressionText withoutValues(@Nullable ExpressionText expression) {
    if (expression == null || expression.values().jsonLength() <= MAX_VALUE) {
      return expression;
    }
    Map<String, AttributeValue> values = new TreeMap<>(expression.values().toMap());
    values.replaceAll((name, value) -> value.end() - value.start() > MAX_VALUE ? NO_VALUE : value);
    return new ExpressionText(expression.text(), expression.names(), Item.of(values));
  }

  @Override
  public long bytes() {
    long bytes = 0;
    for (RequestPart part : parts) {
      if (part instanceof ItemRead read) {
        bytes += 2L * read.key().jsonLength() + sizeOf(read.projection());
      } else if (part instanceof PageRead page) {
        bytes += sizeOf(page.filter()) + sizeOf(page.projection());
      } else if (part instanceof ItemWritten written) {
        bytes += written.key().jsonLength() + sizeOf(written.update());
        bytes += sizeOf(written.condition());
      }
    }
    return bytes;
  }

  private static long sizeOf(@Nullable ExpressionText expression) {
    return expression == null ? 0 : expression.text().length() + expression.values().jsonLength();
  }

  @Override
  public @Nullable Record request() {
    if (sent != null) {
      return SentJson.parse(operation, sent);
    }
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
