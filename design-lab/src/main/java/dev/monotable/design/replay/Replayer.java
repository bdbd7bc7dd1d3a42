package dev.monotable.design.replay;

import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.Subject;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a window again: each to an engine in this process that has the items of its
 * database, in their order and at their times by the clock of that engine. What comes of them is
 * compared with what was recorded. The recorded database and its clock are not touched.
 *
 * <p>Errors that other clients, policies, throttling or injected faults have caused do not return,
 * so such requests are not sent: they have changed nothing.
 */
public final class Replayer implements AutoCloseable {
  private final ReplayChange change;
  private final RequestConsumer judge;
  private final Consumer<DesignTable> tables;
  private final Map<String, Target> targets = new HashMap<>();
  private final Map<String, String> differences;
  private final IdentityHashMap<SentRequest, String> differing = new IdentityHashMap<>();
  private final boolean sweeps;
  private int sent;

  /** A database with its clock. */
  private static final class Target {
    private final ManualTime time;
    private final MonotableEngine engine;
    private @Nullable ObservedRequest last;

    private Target(Instant start) {
      this.time = new ManualTime(start);
      this.engine =
          MonotableEngine.create(
              EngineConfig.builder()
                  .clock(time)
                  .scheduler(time)
                  .seed(1)
                  .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND)
                  .build());
    }
  }

  private Replayer(
      TrafficWindow window,
      ReplayChange change,
      RequestConsumer judge,
      Consumer<DesignTable> tables,
      boolean sweeps) {
    this.sweeps = sweeps;
    this.change = change;
    this.judge = judge;
    this.tables = tables;
    this.differences = new TreeMap<>(window.unknown());
  }

  /**
   * Sends the requests of a window again.
   *
   * @param change what is tried
   * @param judge receives each request with what came of it
   * @param tables receives each table that there was before the requests, as it is changed
   */
  public static Replay run(
      TrafficWindow window,
      ReplayChange change,
      RequestConsumer judge,
      Consumer<DesignTable> tables) {
    return run(window, change, judge, tables, true);
  }

  /**
   * Sends the requests of a window again, as {@link #run(TrafficWindow, ReplayChange,
   * RequestConsumer, Consumer)} does.
   *
   * @param sweeps whether items are deleted when they expire, or kept, as they may be for days
   */
  public static Replay run(
      TrafficWindow window,
      ReplayChange change,
      RequestConsumer judge,
      Consumer<DesignTable> tables,
      boolean sweeps) {
    try (Replayer replayer = new Replayer(window, change, judge, tables, sweeps)) {
      List<SentRequest> requests = window.requests();
      Instant start = requests.isEmpty() ? Instant.EPOCH : requests.get(0).at();
      for (SentRequest each : requests) {
        start = each.at().isBefore(start) ? each.at() : start;
      }
      for (TrafficWindow.StartTable table : window.start()) {
        replayer.create(table, start);
      }
      for (SentRequest request : requests) {
        for (SentRequest each : change.requests(request)) {
          replayer.send(each, start);
        }
      }
      for (SentRequest each : change.end()) {
        replayer.send(each, start);
      }
      return new Replay(replayer.sent, replayer.differences, replayer.differing);
    }
  }

  /** Returns whether requests of this kind can be sent again: on items, or changes of tables. */
  static boolean isReplayed(ObservedRequest request) {
    OperationTraits traits = request.operation().traits();
    boolean reached = request.error() == null || !request.parts().isEmpty();
    return reached
        && isDetermined(request.error())
        && (traits.isOnItems() || (traits.commits() && traits.subject() == Subject.TABLE));
  }

  /** Returns whether an error follows from the request and the items. */
  private static boolean isDetermined(@Nullable DynamoException error) {
    if (error == null) {
      return true;
    }
    return switch (error.shapeName()) {
      case "ConditionalCheckFailedException",
          "ItemCollectionSizeLimitExceededException",
          "DuplicateItemException" ->
          true;
      case "TransactionCanceledException" ->
          !String.valueOf(error.getMessage()).matches(".*(Conflict|Throttl|Throughput|Access).*");
      default -> false;
    };
  }

  private Target target(@Nullable String database, Instant start) {
    return targets.computeIfAbsent(
        String.valueOf(database),
        name -> {
          Target target = new Target(start);
          target.engine.observe(request -> target.last = request);
          return target;
        });
  }

  private void create(TrafficWindow.StartTable start, Instant at) {
    Target target = target(start.database(), at);
    DesignTable changed = change.table(start.table());
    try {
      TableRequests.create(changed, target.engine);
      for (Item item : start.items()) {
        target.engine.call(
            Operations.PUT_ITEM,
            PutItemInput.builder().tableName(changed.name()).item(item).build());
      }
      tables.accept(changed);
    } catch (DynamoException e) {
      differences.putIfAbsent(changed.name(), "the table cannot be created: " + e.getMessage());
    }
  }

  private void send(SentRequest request, Instant start) {
    Target target = target(request.context().database(), start);
    if (request.at().isAfter(target.time.instant())) {
      target.time.set(request.at());
      if (sweeps) {
        target.engine.sweepExpired();
      }
    }
    target.last = null;
    try {
      changed(request).to(target.engine);
    } catch (DynamoException e) {
      // The error is part of what is observed.
    }
    ObservedRequest observed = target.last;
    sent++;
    if (observed != null) {
      compare(request, observed);
      change.received(request, observed);
      judge.accept(observed, request.context());
    }
  }

  /** Returns a request that creates a table as one that creates it as it is to be. */
  private SentRequest changed(SentRequest request) {
    if (change.changesNothing() || !(request.request() instanceof CreateTableInput create)) {
      return request;
    }
    try (MonotableEngine other = MonotableEngine.create(EngineConfig.DEFAULT)) {
      var described = other.call(Operations.CREATE_TABLE, create).tableDescription();
      if (described == null) {
        return request;
      }
      DesignTable table = ObservedTables.of(described);
      DesignTable changed = change.table(table);
      return changed.equals(table)
          ? request
          : request.with(Operations.CREATE_TABLE, TableRequests.request(changed));
    } catch (DynamoException e) {
      return request; // the same error is reported when it is sent
    }
  }

  private void compare(SentRequest request, ObservedRequest observed) {
    Outcome recorded = change.changesNothing() ? request.outcome() : null;
    String difference = recorded == null ? null : recorded.difference(Outcome.of(observed));
    if (difference != null) {
      String reason = "sent again unchanged, " + observed.operation().name() + " had " + difference;
      differing.put(request, reason);
      for (String table : observed.tables()) {
        differences.putIfAbsent(table, reason);
      }
      for (RequestPart part : observed.parts()) {
        differences.putIfAbsent(part.table(), reason);
      }
    }
  }

  /** Ends the databases. */
  @Override
  public void close() {
    targets.values().forEach(target -> target.engine.close());
  }
}
