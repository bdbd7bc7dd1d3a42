/**
 * Tables of operation cases: a request, and what AWS answers to it, from a source that is named.
 */
@NullMarked
package dev.monotable.conformance.cases;

import org.jspecify.annotations.NullMarked;
