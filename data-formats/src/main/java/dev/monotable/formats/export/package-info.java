/** Writes items into files: DynamoDB JSON, Amazon Ion, CSV, and exports in the layout of S3. */
@NullMarked
package dev.monotable.formats.export;

import org.jspecify.annotations.NullMarked;
