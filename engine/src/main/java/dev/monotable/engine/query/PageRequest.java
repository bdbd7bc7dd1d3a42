package dev.monotable.engine.query;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableState;
import org.jspecify.annotations.Nullable;

/**
 * What one page is to hold: the plan of a Query or a Scan.
 *
 * @param table in the state that the page is read from
 * @param path the table or the index that is read
 * @param range of the tree's keys
 * @param after key to begin behind, in the direction of reading; null to begin at the range's end
 * @param forward ascending keys
 * @param limit items to evaluate at most
 * @param maxBytes after which the page ends
 * @param filter which of the evaluated items are answered; null for all
 * @param projection what is answered of them; null for all that the index holds
 * @param fetch whether whole items are read from the table though the index does not hold them
 * @param countOnly whether items are counted and not answered
 */
public record PageRequest(
    TableState table,
    AccessPath path,
    KeyRange range,
    byte @Nullable [] after,
    boolean forward,
    int limit,
    long maxBytes,
    @Nullable BoundCondition filter,
    @Nullable BoundProjection projection,
    boolean fetch,
    boolean countOnly) {}
