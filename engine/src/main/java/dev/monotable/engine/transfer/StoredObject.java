package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;

/**
 * An object of a bucket.
 *
 * @param size in bytes
 * @param version changes whenever the content of the object does
 */
@Experimental
public record StoredObject(String key, long size, String version) {}
