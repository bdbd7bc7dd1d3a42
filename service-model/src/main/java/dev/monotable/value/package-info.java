/**
 * DynamoDB values: attribute values and items as canonical DynamoDB JSON bytes, their writer,
 * navigation, and numbers with 38 digits.
 */
@NullMarked
package dev.monotable.value;

import org.jspecify.annotations.NullMarked;
