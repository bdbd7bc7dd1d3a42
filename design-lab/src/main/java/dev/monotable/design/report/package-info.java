/** The report: one value with everything that is known about a design, and its JSON form. */
@NullMarked
package dev.monotable.design.report;

import org.jspecify.annotations.NullMarked;
