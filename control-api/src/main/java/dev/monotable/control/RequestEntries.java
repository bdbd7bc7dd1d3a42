package dev.monotable.control;

import dev.monotable.control.model.RequestEntry;
import dev.monotable.control.model.ThrottledPart;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.ThrottledKey;
import dev.monotable.engine.observe.TotalUnits;
import dev.monotable.text.RecordCodec.RawJson;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Converts requests that were handled. */
public final class RequestEntries {
  /** The length of the longest text of an entry, in characters; a longer one is cut. */
  private static final int MAX_LENGTH = 4_000;

  private RequestEntries() {}

  /** Returns a request on one line of JSON, as the control API returns it, without a number. */
  public static String json(ObservedRequest request) {
    return new String(Result.bytes(of(request, null)), StandardCharsets.UTF_8);
  }

  /** Returns a request with its number, or null for none. */
  static RequestEntry of(ObservedRequest request, @Nullable Long number) {
    TotalUnits units = TotalUnits.of(request);
    List<String> faults = new ArrayList<>();
    for (FaultRule rule : request.injected()) {
      faults.add(rule.toString());
    }
    DynamoException error = request.error();
    long micros = TimeUnit.NANOSECONDS.toMicros(request.duration().toNanos());
    return new RequestEntry(
        number,
        request.startedAt(),
        request.operation().name(),
        request.tables(),
        request.index(),
        cut(request.toString()),
        request.itemsRead(),
        request.itemsReturned(),
        request.bytesRead(),
        units.readUnits(),
        units.writeUnits(),
        micros / 1_000.0,
        request.unprocessed() == 0 ? null : request.unprocessed(),
        request.hasMore() ? true : null,
        faults.isEmpty() ? null : faults,
        throttled(request),
        request.connectionDropped() ? true : null,
        error == null ? null : error.shapeName(),
        error == null || error.getMessage() == null ? null : cut(error.getMessage()));
  }

  private static @Nullable List<ThrottledPart> throttled(ObservedRequest request) {
    List<ThrottledKey> keys = request.throttled();
    if (keys.isEmpty()) {
      return null;
    }
    List<ThrottledPart> parts = new ArrayList<>();
    for (ThrottledKey each : keys) {
      Item key = each.key();
      parts.add(
          new ThrottledPart(
              each.table(),
              each.index(),
              key == null ? null : new RawJson(key.toString()),
              each.reason()));
    }
    return parts;
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
  }
}
