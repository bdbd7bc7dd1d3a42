package dev.monotable.engine.error;

import dev.monotable.api.Experimental;

/**
 * An attribute of a key, in the texts of faults.
 *
 * @param type its type: S, N or B
 * @param keyType HASH or RANGE
 */
@Experimental
public record SchemaElement(String name, String type, String keyType) {}
