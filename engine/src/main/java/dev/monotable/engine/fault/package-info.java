/**
 * Injected faults: errors and other effects that DynamoDB may cause for valid requests. A {@link
 * dev.monotable.engine.fault.FaultRule} is a value; a {@link
 * dev.monotable.engine.fault.FaultInjector} decides which requests it hits.
 */
@NullMarked
package dev.monotable.engine.fault;

import org.jspecify.annotations.NullMarked;
