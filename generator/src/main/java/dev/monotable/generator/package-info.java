/**
 * Generates the records, enums and operations of {@code dev.monotable.model} from Smithy models.
 */
@NullMarked
package dev.monotable.generator;

import org.jspecify.annotations.NullMarked;
