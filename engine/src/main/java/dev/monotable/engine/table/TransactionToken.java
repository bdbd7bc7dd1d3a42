package dev.monotable.engine.table;

import dev.monotable.engine.storage.TimedMap;
import java.time.Instant;

/**
 * The client request token of a transaction, which makes repeated requests idempotent.
 *
 * @param fingerprint of the request's content
 * @param writtenAt the time of the commit
 * @param until when the token expires
 * @param readUnits the read units that each write of a repeated request consumes: those of the
 *     larger of its items before and after the commit; none if an older version has written the
 *     token
 */
public record TransactionToken(
    byte[] fingerprint, Instant writtenAt, Instant until, short[] readUnits)
    implements TimedMap.Timed {}
