/**
 * Generated requests to Monotable and to DynamoDB Local, their answers compared. Opt-in: {@code mvn
 * verify -Pcompare}.
 */
@NullMarked
package dev.monotable.conformance.compare;

import org.jspecify.annotations.NullMarked;
