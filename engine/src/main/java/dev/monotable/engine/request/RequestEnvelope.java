package dev.monotable.engine.request;

import dev.monotable.engine.fault.FaultRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data that a transport passes with a request: the client that sends it, a ticket that says
 * when the response may be sent, and the faults that were injected. Reusable by one thread, for one
 * request after the other, so that it costs no allocation.
 */
public final class RequestEnvelope {
  private Caller.Client caller = Caller.Client.UNSIGNED;
  private @Nullable RequestHeaders headers;
  private CommitTicket ticket = new CommitTicket();
  private List<FaultRule> injected = List.of();

  /** Creates the envelope of a request that is not signed. */
  public RequestEnvelope() {}

  /** Removes the previous request. */
  public void clear() {
    caller = Caller.Client.UNSIGNED;
    headers = null;
    ticket.clear();
    injected = List.of();
  }

  /** Sets who sends the request. */
  public void sign(Caller.Client signer) {
    caller = signer;
  }

  /** Sets the headers of the request, which are read only if somebody observes the request. */
  public void headers(RequestHeaders all) {
    headers = all;
  }

  /** Returns the headers of the request; null if it has none. */
  public @Nullable RequestHeaders headers() {
    return headers;
  }

  /** Returns the access pattern that the client names in the headers, or null. */
  public @Nullable String findPattern() {
    return headers == null ? null : PatternName.find(headers);
  }

  /** Returns who sends the request. */
  public Caller.Client caller() {
    return caller;
  }

  /** Returns what the response waits for. */
  public CommitTicket ticket() {
    return ticket;
  }

  /** Returns what the response waits for; this envelope can then be used for another request. */
  public CommitTicket takeTicket() {
    CommitTicket taken = ticket;
    ticket = new CommitTicket();
    return taken;
  }

  /** Sets the fault rules that have hit the request. Called by the engine. */
  public void setInjected(List<FaultRule> rules) {
    injected = rules;
  }

  /** Returns the fault rules that have hit the request; usually none. */
  public List<FaultRule> injected() {
    return injected;
  }
}
