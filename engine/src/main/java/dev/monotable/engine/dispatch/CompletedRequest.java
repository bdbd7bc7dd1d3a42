package dev.monotable.engine.dispatch;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.RequestAdmission;
import dev.monotable.engine.operation.RequestTables;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that an engine has handled. It keeps references only; each method computes its result
 * when an observer asks for it.
 */
final class CompletedRequest extends Observation implements ObservedRequest {
  private final OperationSchema<?, ?> operation;
  private final @Nullable Record request;

  /** In milliseconds since 1970. */
  private final long startedAt;

  /** When the request started, by the monotonic clock; how long it took, once it is complete. */
  private long nanos;

  private @Nullable String pattern;
  private @Nullable Record response;
  private @Nullable DynamoException error;
  private boolean dropped;

  /**
   * Creates the event of a request that starts.
   *
   * @param startedAt in milliseconds since 1970
   * @param nanos by the monotonic clock
   */
  CompletedRequest(
      Wording wording,
      @Nullable RequestAdmission admission,
      @Nullable CommitTicket ticket,
      OperationSchema<?, ?> operation,
      @Nullable Record request,
      long startedAt,
      long nanos) {
    super(wording, admission, ticket);
    this.operation = operation;
    this.request = request;
    this.startedAt = startedAt;
    this.nanos = nanos;
  }

  /** Sets the access pattern that the client names, or null. */
  void name(@Nullable String named) {
    pattern = named;
  }

  /** Sets the response of a request that succeeds. */
  void succeed(Record result) {
    response = result;
  }

  /** Sets the error of a request that fails. */
  void fail(DynamoException failure) {
    error = failure;
  }

  /** Records that the connection of the request is dropped. */
  void drop() {
    dropped = true;
  }

  /** Ends the request at a time of the monotonic clock. It does not change any more. */
  CompletedRequest end(long now) {
    nanos = now - nanos;
    return this;
  }

  @Override
  public OperationSchema<?, ?> operation() {
    return operation;
  }

  @Override
  public @Nullable Record request() {
    return request;
  }

  @Override
  public @Nullable String pattern() {
    return pattern;
  }

  @Override
  public @Nullable Record response() {
    return response;
  }

  @Override
  public @Nullable DynamoException error() {
    return error;
  }

  @Override
  public boolean connectionDropped() {
    return dropped;
  }

  @Override
  public Instant startedAt() {
    return Instant.ofEpochMilli(startedAt);
  }

  @Override
  public Duration duration() {
    return Duration.ofNanos(nanos);
  }

  @Override
  public List<RequestPart> parts() {
    return collected();
  }

  @Override
  public List<String> tables() {
    Set<String> names = request == null ? new LinkedHashSet<>() : RequestTables.of(request);
    for (RequestPart part : collected()) {
      names.add(part.table());
    }
    return List.copyOf(names);
  }

  @Override
  public @Nullable String index() {
    for (RequestPart part : collected()) {
      if (part.index() != null) {
        return part.index();
      }
    }
    return member(request, "IndexName") instanceof String name ? name : null;
  }

  /** A table or one of its indexes. */
  private record Resource(String table, @Nullable String index) {}

  @Override
  public List<ConsumedUnits> capacity() {
    Map<Resource, ConsumedUnits> units = new LinkedHashMap<>();
    for (RequestPart part : collected()) {
      if (part instanceof ItemRead read) {
        add(units, new ConsumedUnits(part.table(), null, read.units(), 0));
      } else if (part instanceof PageRead page) {
        add(units, new ConsumedUnits(part.table(), part.index(), page.units(), 0));
        add(units, new ConsumedUnits(part.table(), null, page.fetchedUnits(), 0));
      } else if (part instanceof ItemWritten written) {
        add(units, new ConsumedUnits(part.table(), null, 0, written.units()));
        for (IndexChange change : written.indexChanges()) {
          add(units, new ConsumedUnits(part.table(), change.index(), 0, change.units()));
        }
      }
    }
    for (ConsumedUnits others : otherUnits()) {
      add(units, others);
    }
    return new ArrayList<>(units.values());
  }

  private static void add(Map<Resource, ConsumedUnits> all, ConsumedUnits more) {
    if (more.readUnits() == 0 && more.writeUnits() == 0) {
      return;
    }
    all.merge(
        new Resource(more.table(), more.index()),
        more,
        (one, other) ->
            new ConsumedUnits(
                one.table(),
                one.index(),
                one.readUnits() + other.readUnits(),
                one.writeUnits() + other.writeUnits()));
  }

  @Override
  public int unprocessed() {
    int count = 0;
    for (String member : List.of("UnprocessedItems", "UnprocessedKeys")) {
      if (member(response, member) instanceof Map<?, ?> tables) {
        for (Object part : tables.values()) {
          Object keys = part instanceof Record of ? member(of, "Keys") : part;
          count += keys instanceof Collection<?> list ? list.size() : 0;
        }
      }
    }
    return count;
  }

  @Override
  public boolean hasMore() {
    return hasAny(
            response,
            List.of(
                "LastEvaluatedKey",
                "NextToken",
                "LastEvaluatedTableName",
                "LastEvaluatedStreamArn",
                "LastEvaluatedShardId"))
        || unprocessed() > 0;
  }

  @Override
  public boolean continues() {
    return hasAny(
        request,
        List.of(
            "ExclusiveStartKey",
            "NextToken",
            "ExclusiveStartTableName",
            "ExclusiveStartStreamArn",
            "ExclusiveStartShardId"));
  }

  private static boolean hasAny(@Nullable Record structure, List<String> members) {
    for (String name : members) {
      if (member(structure, name) != null) {
        return true;
      }
    }
    return false;
  }

  /** Returns a member of a structure by its name on the wire; null if it is missing. */
  private static @Nullable Object member(@Nullable Record structure, String wireName) {
    return structure instanceof Structure known ? member(known.schema(), known, wireName) : null;
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private static <T extends Record> @Nullable Object member(
      StructureSchema<T> schema, Structure structure, String wireName) {
    int at = schema.memberIndex(wireName);
    return at < 0 ? null : schema.value((T) structure, at);
  }

  @Override
  public String toString() {
    return RequestLine.of(this);
  }
}
