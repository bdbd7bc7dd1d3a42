package dev.monotable.design.cost;

import java.math.BigDecimal;

/**
 * The cost of the reads, writes and storage of a table on demand in each table class.
 *
 * @param infrequentAccess whether the table is in DynamoDB Standard-Infrequent Access now
 * @param standard the monthly cost in DynamoDB Standard
 * @param infrequent the monthly cost in DynamoDB Standard-Infrequent Access
 */
public record TableClassCost(
    String table, boolean infrequentAccess, BigDecimal standard, BigDecimal infrequent) {}
