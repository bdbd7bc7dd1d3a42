/**
 * The requests of exports and imports of tables to whoever stands for Amazon S3. The engine itself
 * has no files and no network.
 */
@NullMarked
package dev.monotable.engine.transfer;

import org.jspecify.annotations.NullMarked;
