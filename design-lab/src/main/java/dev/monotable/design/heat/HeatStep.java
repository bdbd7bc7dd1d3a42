package dev.monotable.design.heat;

/**
 * The state of a simulation at one time, averaged over the steps since the last one.
 *
 * @param second the time since the start
 * @param readUnits the read units a second that were requested
 * @param writeUnits the write units a second that were requested
 * @param throttledReads the read units a second that were throttled
 * @param throttledWrites the write units a second that were throttled
 * @param partitions the number of partitions at the end of the step
 */
public record HeatStep(
    int second,
    double readUnits,
    double writeUnits,
    double throttledReads,
    double throttledWrites,
    int partitions) {}
