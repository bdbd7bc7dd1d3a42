/**
 * DynamoDB's values: attribute values and items as canonical DynamoDB JSON bytes, their writer,
 * their navigation, and numbers of 38 digits.
 */
@NullMarked
package dev.monotable.value;

import org.jspecify.annotations.NullMarked;
