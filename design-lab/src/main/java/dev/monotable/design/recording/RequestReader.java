package dev.monotable.design.recording;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.RecentWords;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the line of a request that {@link RequestLines} writes, token by token: a recording has
 * millions of them.
 */
final class RequestReader {
  private final JsonTokens json;
  private final MemberReader members;

  private @Nullable String op;
  private long at;
  private long nanos;
  private @Nullable String test;
  private @Nullable String pattern;
  private @Nullable String error;
  private @Nullable String message;
  private boolean connectionDropped;
  private boolean more;
  private boolean continues;
  private @Nullable String index;
  private @Nullable String timeToLive;
  private boolean timeToLiveEnabled;
  private int unprocessed;
  private List<String> tables = List.of();
  private List<String> results = List.of();
  private final List<Unprocessed> unprocessedKeys = new ArrayList<>();
  private final List<ConsumedUnits> units = new ArrayList<>();
  private final List<RequestPart> parts = new ArrayList<>();

  /** A key that a batch did not process. */
  private record Unprocessed(String table, Item key) {}

  RequestReader(JsonTokens json, RecentWords words, IgnoredMembers ignored) {
    this.json = json;
    this.members = new MemberReader(json, words, ignored);
  }

  /** Reads the line. */
  RecordedRequest read() {
    json.next();
    members.object("a line");
    for (String name = members.next(); name != null; name = members.next()) {
      switch (name) {
        case "op" -> op = members.text();
        case "at" -> at = (long) members.anyNumber(); // a time may be before 1970
        case "ns" -> nanos = (long) members.number();
        case "test" -> test = members.text();
        case "pattern" -> pattern = members.text();
        case "index" -> index = members.text();
        case "tables" -> tables = members.names();
        case "results" -> results = members.texts();
        case "units" -> units();
        case "parts" -> parts();
        default -> outcome(name);
      }
    }
    json.next(); // fails unless the line is whole
    String name = members.present(op, "op");
    OperationSchema<?, ?> operation = Operations.find(name);
    if (operation == null) {
      throw RequestLines.FORMAT.unknown(json.at(), "operation", name);
    }
    return new RecordedRequest(
        operation,
        Instant.ofEpochMilli(at),
        Duration.ofNanos(nanos),
        new RecordedRequest.Target(tables, index, timeToLive()),
        parts,
        units,
        outcome());
  }

  private void outcome(String name) {
    switch (name) {
      case "error" -> error = members.text();
      case "message" -> message = members.text();
      case "connectionDropped" -> connectionDropped = members.flag();
      case "timeToLive" -> timeToLive = members.text();
      case "timeToLiveEnabled" -> timeToLiveEnabled = members.flag();
      case "more" -> more = members.flag();
      case "continues" -> continues = members.flag();
      case "unprocessed" -> unprocessed = (int) members.number();
      case "unprocessedKeys" -> unprocessedKeys();
      default -> members.skip();
    }
  }

  private RecordedRequest.Outcome outcome() {
    List<UnprocessedKey> keys = new ArrayList<>();
    for (Unprocessed each : unprocessedKeys) {
      keys.add(new UnprocessedKey(members.present(op, "op"), each.table(), each.key().toMap()));
    }
    return new RecordedRequest.Outcome(
        error == null
            ? null
            : new DynamoException(members.constant(ErrorCode.class, error, "error"), message),
        connectionDropped,
        more,
        continues,
        unprocessed,
        keys,
        results);
  }

  private @Nullable TimeToLiveSpecification timeToLive() {
    return timeToLive == null
        ? null
        : TimeToLiveSpecification.builder()
            .attributeName(timeToLive)
            .enabled(timeToLiveEnabled)
            .build();
  }

  /** Returns who sent the request that was read. */
  RequestContext context() {
    return test == null && pattern == null
        ? RequestContext.NONE
        : new RequestContext(test, pattern);
  }

  private void unprocessedKeys() {
    members.list();
    while (members.hasElement()) {
      members.object("a key");
      String table = null;
      Item key = null;
      for (String name = members.next(); name != null; name = members.next()) {
        switch (name) {
          case "table" -> table = members.text();
          case "key" -> key = members.item();
          default -> members.skip();
        }
      }
      unprocessedKeys.add(
          new Unprocessed(members.present(table, "table"), members.present(key, "key")));
    }
  }

  private void units() {
    members.list();
    while (members.hasElement()) {
      members.object("units");
      String table = null;
      String ofIndex = null;
      double read = 0;
      double write = 0;
      for (String name = members.next(); name != null; name = members.next()) {
        switch (name) {
          case "table" -> table = members.text();
          case "index" -> ofIndex = members.text();
          case "read" -> read = members.number();
          case "write" -> write = members.number();
          default -> members.skip();
        }
      }
      units.add(new ConsumedUnits(members.present(table, "table"), ofIndex, read, write));
    }
  }

  private void parts() {
    members.list();
    while (members.hasElement()) {
      parts.add(new PartReader(members).read());
    }
  }
}
