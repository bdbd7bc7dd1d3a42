/**
 * Injected faults: what DynamoDB may answer although a request is valid. A {@link
 * dev.monotable.engine.fault.FaultRule} is a value, so a test, a file or a control API can state it
 * alike; a {@link dev.monotable.engine.fault.FaultInjector} decides which requests it hits.
 */
@NullMarked
package dev.monotable.engine.fault;

import org.jspecify.annotations.NullMarked;
