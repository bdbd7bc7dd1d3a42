/** What holds whatever the data is: pages joined are the whole, no write is lost. */
@NullMarked
package dev.monotable.conformance.property;

import org.jspecify.annotations.NullMarked;
