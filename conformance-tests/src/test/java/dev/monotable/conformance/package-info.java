/**
 * Shared classes of the conformance tests: the targets that each test runs against, in process and
 * over HTTP, and short forms of items and pages.
 */
@NullMarked
package dev.monotable.conformance;

import org.jspecify.annotations.NullMarked;
