/** Whole single-table designs, each with its data and every access pattern. */
@NullMarked
package dev.monotable.conformance.design;

import org.jspecify.annotations.NullMarked;
