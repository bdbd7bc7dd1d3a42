package dev.monotable.engine.query;

import dev.monotable.engine.expression.AttributeSelection;
import org.jspecify.annotations.Nullable;

/**
 * What a read answers of the items that pass its filter.
 *
 * @param countOnly whether items are counted and not answered
 * @param fetch whether whole items are read from the table because the index does not hold enough
 * @param attributes the attributes that are answered; null for all that were read
 */
public record ReadOutput(
    boolean countOnly, boolean fetch, @Nullable AttributeSelection attributes) {}
