package dev.monotable.design.cost;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One sentence about what a design costs, such as <i>GSI2 causes 43 % of the write cost and serves
 * one pattern, once an hour.</i>
 *
 * @param topic what it is about
 * @param table the table
 * @param subject the index or the pattern; null if it is about the table as a whole
 * @param amount the monthly amount that it is about
 * @param text the sentence
 */
public record CostStatement(
    Topic topic, @Nullable String table, @Nullable String subject, BigDecimal amount, String text) {

  /** The subject of a statement. */
  public enum Topic {
    /** The part of the write cost that an index causes, and the patterns that use it. */
    INDEX_WRITES,
    /** The pattern that costs most. */
    TOP_PATTERN,
    /** The cost that transactions add. */
    TRANSACTIONS,
    /** The cost that strongly consistent reads add. */
    STRONG_READS,
    /** The difference between on demand and provisioned. */
    CAPACITY_MODE,
    /** The difference between the table classes. */
    TABLE_CLASS,
    /** The part of the cost that storage and backups cause. */
    STORED,
    /** The cost that deletions by TTL save. */
    TTL
  }
}
