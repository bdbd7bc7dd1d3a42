/**
 * A bank: clients move money between accounts in every way that DynamoDB has, while others add up
 * all accounts. The sum is always the same, and the indexes and the stream show what the table has.
 */
@NullMarked
package dev.monotable.torture.bank;

import org.jspecify.annotations.NullMarked;
