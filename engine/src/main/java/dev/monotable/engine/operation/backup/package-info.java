/** The operations on backups, and how a table is restored. */
@NullMarked
package dev.monotable.engine.operation.backup;

import org.jspecify.annotations.NullMarked;
