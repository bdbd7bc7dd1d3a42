/** The cost and the limits of designs under other traffic than that of their tests. */
@NullMarked
package dev.monotable.design.outlook;

import org.jspecify.annotations.NullMarked;
