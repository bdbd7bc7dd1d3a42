/** Tests of what is inside the packaged jars. */
@NullMarked
package dev.monotable.conformance.packaging;

import org.jspecify.annotations.NullMarked;
