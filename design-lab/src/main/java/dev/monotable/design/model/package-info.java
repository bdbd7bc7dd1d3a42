/** The declared design: tables, entities with key templates, access patterns with budgets. */
@NullMarked
package dev.monotable.design.model;

import org.jspecify.annotations.NullMarked;
