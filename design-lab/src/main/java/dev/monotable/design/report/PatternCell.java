package dev.monotable.design.report;

import java.util.List;

/**
 * The consumption of one use of an access pattern of a table or index.
 *
 * @param target the table, or the table and the index, such as {@code Chat.GSI1}
 * @param actions what its requests do there, such as {@code Query}; empty for an index whose
 *     entries change because items of the table are written
 * @param requests how many requests to it were observed
 * @param readUnits the read units of one use: measured, or estimated if it was not observed
 * @param writeUnits the write units of one use
 */
public record PatternCell(
    String target, List<String> actions, long requests, double readUnits, double writeUnits) {
  public PatternCell {
    actions = List.copyOf(actions);
  }
}
