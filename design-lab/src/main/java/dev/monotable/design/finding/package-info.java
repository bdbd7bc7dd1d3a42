/** Findings: what in a design or its use costs more than it should, or does not work on AWS. */
@NullMarked
package dev.monotable.design.finding;

import org.jspecify.annotations.NullMarked;
