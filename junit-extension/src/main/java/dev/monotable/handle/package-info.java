/**
 * The parts of the handle of a database: tables from beans, texts of tables and reports. Internal:
 * applications use {@code dev.monotable.Monotable}.
 */
@NullMarked
package dev.monotable.handle;

import org.jspecify.annotations.NullMarked;
