/** The other traffic that a design file asks about. */
@NullMarked
package dev.monotable.design.scenario;

import org.jspecify.annotations.NullMarked;
