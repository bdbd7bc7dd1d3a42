/** Findings about requests, answers, indexes and access patterns. */
@NullMarked
package dev.monotable.design.rule;

import org.jspecify.annotations.NullMarked;
