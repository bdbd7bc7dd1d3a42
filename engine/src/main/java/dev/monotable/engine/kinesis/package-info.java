/**
 * Kinesis destinations of tables: the setting, and the changes that wait until a Kinesis data
 * stream has them.
 */
@NullMarked
package dev.monotable.engine.kinesis;

import org.jspecify.annotations.NullMarked;
