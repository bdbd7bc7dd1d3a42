/** Tests of properties that hold for any data: pages are complete, and no write is lost. */
@NullMarked
package dev.monotable.conformance.property;

import org.jspecify.annotations.NullMarked;
