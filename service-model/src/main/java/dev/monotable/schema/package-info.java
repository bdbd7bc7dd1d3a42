/**
 * Schemas of the API's shapes. The JSON codec reads and writes records by them, and the validator
 * checks records by them.
 */
@NullMarked
package dev.monotable.schema;

import org.jspecify.annotations.NullMarked;
