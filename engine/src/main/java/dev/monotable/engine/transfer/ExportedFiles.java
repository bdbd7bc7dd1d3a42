package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;

/**
 * The files that an export has written.
 *
 * @param manifest the key of the summary
 * @param items the number of items, or of changed items
 */
@Experimental
public record ExportedFiles(String manifest, long items) {}
