/** How answers are compared, and which differences are known. */
@NullMarked
package dev.monotable.compare.difference;

import org.jspecify.annotations.NullMarked;
