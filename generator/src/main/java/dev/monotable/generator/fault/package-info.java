/**
 * Generates the families of faults in {@code dev.monotable.engine.error} from a table of their
 * texts.
 */
@NullMarked
package dev.monotable.generator.fault;

import org.jspecify.annotations.NullMarked;
