/** The format of the files of cases: the formatter, and tests of the format and the schemas. */
@NullMarked
package dev.monotable.conformance.yaml;

import org.jspecify.annotations.NullMarked;
