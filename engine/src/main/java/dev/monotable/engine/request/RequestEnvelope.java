package dev.monotable.engine.request;

/**
 * What a transport passes with a request: who sends it, and a ticket that says when the response
 * may be sent. Reusable by one thread, for one request after the other, so that it costs no
 * allocation.
 */
public final class RequestEnvelope {
  private Caller caller = Caller.UNKNOWN;
  private CommitTicket ticket = new CommitTicket();

  /** Creates the envelope of a request that is not signed. */
  public RequestEnvelope() {}

  /** Removes the previous request. */
  public void clear() {
    caller = Caller.UNKNOWN;
    ticket.clear();
  }

  /** Sets who sends the request. */
  public void sign(Caller signer) {
    caller = signer;
  }

  /** Returns who sends the request. */
  public Caller caller() {
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
}
