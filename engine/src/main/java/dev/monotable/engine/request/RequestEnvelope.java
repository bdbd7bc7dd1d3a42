package dev.monotable.engine.request;

/**
 * What a transport passes with a request: who sends it, and a ticket that says when the response
 * may be sent. Reusable by one thread, for one request after the other, so that it costs no
 * allocation.
 */
public final class RequestEnvelope {
  private String credential = "";
  private CommitTicket ticket = new CommitTicket();

  /** Creates the envelope of a request that is not signed. */
  public RequestEnvelope() {}

  /** Removes the previous request. */
  public void clear() {
    credential = "";
    ticket.clear();
  }

  /**
   * Sets who sends the request.
   *
   * @param scope the credential scope of the signature, such as {@code
   *     AKID/20240101/us-east-1/dynamodb/aws4_request}
   */
  public void sign(String scope) {
    credential = scope;
  }

  /** Returns who sends the request; valid until the next request. */
  public Caller caller() {
    return Caller.of(credential);
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
