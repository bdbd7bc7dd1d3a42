/** Generates the builders of records. */
@NullMarked
package dev.monotable.generator.builder;

import org.jspecify.annotations.NullMarked;
