package dev.monotable.design.contract;

import java.util.List;

/**
 * A term of a contract that a use broke.
 *
 * @param statement what was allowed and what happened, such as {@code 9 read units, at most 0.5
 *     allowed}
 * @param requests the requests that broke it, those that matter most first
 * @param moreRequests the number of other requests, which are not listed
 * @param enough what would have been enough; only what follows from the requests and the tables
 */
public record Breach(
    ContractTerm term,
    String statement,
    List<UsedRequest> requests,
    int moreRequests,
    List<String> enough) {
  public Breach {
    requests = List.copyOf(requests);
    enough = List.copyOf(enough);
  }
}
