/**
 * Everything that is read from or written to files. {@link dev.monotable.formats.DatabaseLoader}
 * loads schema and seed files into a database, all or nothing.
 */
@NullMarked
package dev.monotable.formats;

import org.jspecify.annotations.NullMarked;
