package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.model.OutputTypeEnum;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * The report of a record of a bulk operation that was not written.
 *
 * @param type whether it is invalid or its condition has failed
 * @param key the object
 * @param record the number of the record in its object, from 0
 * @param message what is wrong; null if the condition has failed
 * @param item the attempted item; null if it could not be read
 * @param existing the item that exists; null if there is none, or if the record is invalid
 */
@Experimental
public record BulkReport(
    OutputTypeEnum type,
    String key,
    long record,
    @Nullable String message,
    @Nullable Item item,
    @Nullable Item existing) {}
