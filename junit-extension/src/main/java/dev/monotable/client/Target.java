package dev.monotable.client;

import dev.monotable.json.Exchange;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Where clients in process pass their requests. The suppliers are called at each request.
 *
 * @param exchange receives the requests of asynchronous clients
 * @param exchangeOfThread receives those of synchronous clients, on the thread that waits for the
 *     response
 * @param completions completes the futures of asynchronous clients
 */
public record Target(
    Supplier<Exchange> exchange, Supplier<Exchange> exchangeOfThread, Executor completions) {
  /** Returns a target of all requests of clients that share their threads with others. */
  public static Target of(Supplier<Exchange> exchange) {
    return of(exchange, exchange);
  }

  /** Returns a target of clients that share their threads with others. */
  public static Target of(Supplier<Exchange> exchange, Supplier<Exchange> exchangeOfThread) {
    return new Target(exchange, exchangeOfThread, Clients.SharedThreads.COMPLETIONS);
  }
}
