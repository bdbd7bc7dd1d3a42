/**
 * Tables from files: CloudFormation templates and CreateTable requests, read by {@link
 * dev.monotable.json.schema.SchemaFiles}.
 *
 * <p>Both formats, JSON and YAML, are read into one tree whose nodes know their lines ({@link
 * dev.monotable.json.schema.FileValue}); intrinsic functions are resolved in it, and what is left
 * is bound to the records of the service model by their schemas. The readers are Jackson's
 * streaming parser and SnakeYAML Engine: both tell lines, neither needs more than one jar, and a
 * tree bound by our own schemas has no use for a data binder.
 */
@NullMarked
package dev.monotable.json.schema;

import org.jspecify.annotations.NullMarked;
