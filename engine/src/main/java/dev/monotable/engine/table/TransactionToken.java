package dev.monotable.engine.table;

import dev.monotable.engine.storage.TimedMap;
import java.time.Instant;

/**
 * The client request token of a transaction, which makes repeated requests idempotent.
 *
 * @param fingerprint of the request's content
 * @param writtenAt the time of the commit
 * @param until when the token expires
 */
public record TransactionToken(byte[] fingerprint, Instant writtenAt, Instant until)
    implements TimedMap.Timed {}
