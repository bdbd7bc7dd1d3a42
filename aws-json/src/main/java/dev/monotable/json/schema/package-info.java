/**
 * Tables from files: CloudFormation templates and CreateTable requests, read by {@link
 * dev.monotable.json.schema.SchemaFiles}.
 *
 * <p>Both formats, JSON and YAML, are read into one tree whose nodes know their lines ({@link
 * dev.monotable.json.schema.FileValue}); intrinsic functions are resolved in this tree, and the
 * result is converted to the records of the service model by their schemas. The readers are
 * Jackson's streaming parser and SnakeYAML Engine: both report line numbers, and each is a single
 * jar. A data binder is not needed, because the schemas convert the tree.
 */
@NullMarked
package dev.monotable.json.schema;

import org.jspecify.annotations.NullMarked;
