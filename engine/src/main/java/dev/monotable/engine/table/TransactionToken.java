package dev.monotable.engine.table;

import dev.monotable.engine.storage.TimedMap;
import java.time.Instant;

/**
 * A client request token that a transaction was made with, so that sending it again does nothing.
 *
 * @param fingerprint of the request's content
 * @param writtenAt when the transaction was done
 * @param until when the token is forgotten
 */
public record TransactionToken(byte[] fingerprint, Instant writtenAt, Instant until)
    implements TimedMap.Timed {}
