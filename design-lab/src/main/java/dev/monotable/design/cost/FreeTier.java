package dev.monotable.design.cost;

import java.math.BigDecimal;

/**
 * The part that is free of charge for an account in each Region and month, for the Standard table
 * class. All tables of the account share it, so it is not subtracted unless the caller asks for it.
 *
 * @param storageGb stored GB
 * @param writeCapacity write capacity units, in each hour
 * @param readCapacity read capacity units, in each hour
 * @param streamReads GetRecords calls to DynamoDB Streams
 */
public record FreeTier(
    BigDecimal storageGb,
    BigDecimal writeCapacity,
    BigDecimal readCapacity,
    BigDecimal streamReads) {}
