/** Tests of requests that have a wrong JSON type at any place. */
@NullMarked
package dev.monotable.conformance.type;

import org.jspecify.annotations.NullMarked;
