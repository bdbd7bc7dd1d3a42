package dev.monotable.design.report;

import java.math.BigDecimal;

/**
 * A part of a bill.
 *
 * @param amount in the currency of the prices, rounded to a millionth
 */
public record CostShare(String name, BigDecimal amount) {}
