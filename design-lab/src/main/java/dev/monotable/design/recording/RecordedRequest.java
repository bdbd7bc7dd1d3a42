package dev.monotable.design.recording;

import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.design.ledger.UnprocessedKeys;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.schema.OperationSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of a recording. It has everything that an observed one has except the request and the
 * response themselves, and the fault rules that it was hit by.
 */
record RecordedRequest(
    OperationSchema<?, ?> operation,
    Instant startedAt,
    Duration duration,
    Target target,
    List<RequestPart> parts,
    List<ConsumedUnits> capacity,
    Outcome outcome)
    implements ObservedRequest, UnprocessedKeys, ResultValues {

  /**
   * What a request names.
   *
   * @param timeToLive what an UpdateTimeToLive changed; null for other requests
   */
  record Target(
      List<String> tables, @Nullable String index, @Nullable TimeToLiveSpecification timeToLive) {
    Target {
      tables = List.copyOf(tables);
    }
  }

  /** How a request ended. */
  record Outcome(
      @Nullable DynamoException error,
      boolean connectionDropped,
      boolean hasMore,
      boolean continues,
      int unprocessed,
      List<UnprocessedKey> unprocessedKeys,
      List<String> resultValues) {
    Outcome {
      unprocessedKeys = List.copyOf(unprocessedKeys);
      resultValues = List.copyOf(resultValues);
    }
  }

  RecordedRequest {
    parts = List.copyOf(parts);
    capacity = List.copyOf(capacity);
  }

  @Override
  public @Nullable Record request() {
    return target.timeToLive() == null || target.tables().isEmpty()
        ? null
        : UpdateTimeToLiveInput.builder()
            .tableName(target.tables().get(0))
            .timeToLiveSpecification(target.timeToLive())
            .build();
  }

  @Override
  public @Nullable Record response() {
    return null;
  }

  @Override
  public @Nullable DynamoException error() {
    return outcome.error();
  }

  @Override
  public boolean connectionDropped() {
    return outcome.connectionDropped();
  }

  @Override
  public List<String> tables() {
    return target.tables();
  }

  @Override
  public @Nullable String index() {
    return target.index();
  }

  @Override
  public int unprocessed() {
    return outcome.unprocessed();
  }

  @Override
  public boolean hasMore() {
    return outcome.hasMore();
  }

  @Override
  public boolean continues() {
    return outcome.continues();
  }

  @Override
  public List<FaultRule> injected() {
    return List.of();
  }

  @Override
  public List<UnprocessedKey> unprocessedKeys() {
    return outcome.unprocessedKeys();
  }

  @Override
  public List<String> resultValues() {
    return outcome.resultValues();
  }

  @Override
  public String toString() {
    return operation.name() + " " + String.join(", ", target.tables());
  }
}
