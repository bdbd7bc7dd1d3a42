/**
 * Access patterns of tests: who sends a request, the contract that it belongs to, and the report of
 * the design. Internal: applications use {@code dev.monotable.Monotable} and {@code
 * dev.monotable.junit.AccessPattern}. Classes of the design lab are loaded only if a test asks for
 * a contract, a design or a report.
 */
@NullMarked
package dev.monotable.pattern;

import org.jspecify.annotations.NullMarked;
