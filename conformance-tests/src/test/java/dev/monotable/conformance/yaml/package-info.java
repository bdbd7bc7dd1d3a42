/**
 * The format of the files of cases, and tests of these files, their schemas and what names them.
 */
@NullMarked
package dev.monotable.conformance.yaml;

import org.jspecify.annotations.NullMarked;
