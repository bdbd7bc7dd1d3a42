package dev.monotable.design.trace;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a trace. */
public final class TracedRequest {
  private final ObservedRequest request;
  private final RequestContext context;
  private final List<TracedPart> parts;
  private @Nullable List<String> resultValues;

  TracedRequest(Trace trace, ObservedRequest request, RequestContext context) {
    this.request = request;
    this.context = context;
    List<RequestPart> all = request.parts();
    this.parts = new ArrayList<>(all.size());
    for (RequestPart part : all) {
      parts.add(new TracedPart(trace, this, part));
    }
  }

  /** Returns the request as it was observed. */
  public ObservedRequest request() {
    return request;
  }

  /** Returns its parts: one for each item or page. */
  public List<TracedPart> parts() {
    return parts;
  }

  /** Returns the identifiers in the results of a page with several items; none otherwise. */
  public List<String> resultValues() {
    List<String> known = resultValues;
    if (known == null) {
      known = ResultValues.of(request);
      resultValues = known;
    }
    return known;
  }

  /** Returns the test that sent it, or null if that is unknown. */
  public @Nullable String test() {
    return context.test();
  }

  /** Returns the test that sent it; a text of its own if that is unknown. */
  public String sender() {
    return String.valueOf(context.test());
  }

  /** Returns when it started. */
  public Instant at() {
    return request.startedAt();
  }

  /** Returns whether it started later than some time after another one. */
  public boolean isAfter(Instant other, Duration time) {
    return at().isAfter(other.plus(time));
  }

  /** Returns whether it is a transaction. */
  public boolean isTransaction() {
    return request.operation().traits().isTransaction();
  }
}
