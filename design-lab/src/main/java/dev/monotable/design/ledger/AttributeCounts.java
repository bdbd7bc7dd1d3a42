package dev.monotable.design.ledger;

import dev.monotable.value.AttributeType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts of an attribute in the items of one shape.
 *
 * @param count the number of written items that had it
 * @param types its types
 * @param totalBytes the sum of the sizes of its values, in DynamoDB's bytes without the name
 * @param constant its value, if it is a string of at most 100 characters and was always the same;
 *     null otherwise
 * @param unpadded whether all values are texts that are numbers, with different numbers of digits
 *     before the decimal point
 * @param otherType the first write in which it had another type than before; null if there is none
 */
public record AttributeCounts(
    long count,
    Set<AttributeType> types,
    long totalBytes,
    @Nullable String constant,
    boolean unpadded,
    @Nullable RequestSample otherType) {
  public AttributeCounts {
    types = Set.copyOf(types);
  }
}
