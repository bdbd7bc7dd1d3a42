/**
 * Descriptions of the API's shapes, made for machines: the JSON codec reads and writes records by
 * them, the validator checks records by them.
 */
@NullMarked
package dev.monotable.schema;

import org.jspecify.annotations.NullMarked;
