package dev.monotable.design.report;

/**
 * The counts of the requests of a shape.
 *
 * @param requests the number of requests, or of actions in batches and transactions
 * @param failed how many of them failed
 * @param readUnits the read units that they consumed
 * @param writeUnits the write units that they consumed, including those on indexes
 * @param itemsRead the items that were evaluated
 * @param itemsReturned the items that were returned or counted
 * @param pages the pages with a LastEvaluatedKey
 */
public record RequestFigures(
    long requests,
    long failed,
    double readUnits,
    double writeUnits,
    long itemsRead,
    long itemsReturned,
    long pages) {}
