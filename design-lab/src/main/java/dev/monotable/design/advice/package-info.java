/** Advice that is tried: a change of an index or of requests, replayed and judged by the rules. */
@NullMarked
package dev.monotable.design.advice;

import org.jspecify.annotations.NullMarked;
