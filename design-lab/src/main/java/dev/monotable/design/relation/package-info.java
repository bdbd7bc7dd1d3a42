/**
 * Things that belong together: results and the keys that come from them, shapes, and equal fields.
 */
@NullMarked
package dev.monotable.design.relation;

import org.jspecify.annotations.NullMarked;
