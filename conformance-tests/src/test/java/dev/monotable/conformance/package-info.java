/**
 * What the conformance tests share: the targets that each runs against, in process and over HTTP,
 * and how items and pages are written down.
 */
@NullMarked
package dev.monotable.conformance;

import org.jspecify.annotations.NullMarked;
