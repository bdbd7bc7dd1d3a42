package dev.monotable.design.ledger;

import java.time.Instant;

/**
 * A request of a shape, as evidence.
 *
 * @param line the request and its result in one line, with its values
 * @param at when it started, by the clock of the engine
 */
public record RequestSample(String line, Instant at, RequestContext context) {}
