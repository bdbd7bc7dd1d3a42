/**
 * The requests of exports, imports and bulk operations to whoever stands for Amazon S3. The engine
 * itself has no files and no network.
 */
@NullMarked
package dev.monotable.engine.transfer;

import org.jspecify.annotations.NullMarked;
