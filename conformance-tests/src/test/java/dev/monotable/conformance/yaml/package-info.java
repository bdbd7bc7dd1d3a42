/** The form of the files of cases: their formatter, and the checks of their form and schemas. */
@NullMarked
package dev.monotable.conformance.yaml;

import org.jspecify.annotations.NullMarked;
