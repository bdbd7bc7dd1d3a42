/** Written items checked against the declared entities. */
@NullMarked
package dev.monotable.design.check;

import org.jspecify.annotations.NullMarked;
