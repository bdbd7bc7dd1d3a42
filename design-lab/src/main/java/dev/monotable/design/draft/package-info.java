/** Designs drafted from what was observed. */
@NullMarked
package dev.monotable.design.draft;

import org.jspecify.annotations.NullMarked;
