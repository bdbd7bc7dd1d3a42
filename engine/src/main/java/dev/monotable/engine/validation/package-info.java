/**
 * What is checked of a request before any table is looked at: the constraints of the service's
 * model, corrected by what AWS was seen to do, and the rules over several members.
 */
@NullMarked
package dev.monotable.engine.validation;

import org.jspecify.annotations.NullMarked;
