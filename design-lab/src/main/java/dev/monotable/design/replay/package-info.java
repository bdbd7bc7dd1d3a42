/** Requests that are sent again, unchanged or changed, to a database in this process. */
@NullMarked
package dev.monotable.design.replay;

import org.jspecify.annotations.NullMarked;
