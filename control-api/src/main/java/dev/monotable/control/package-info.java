/** The control API: databases, clocks, snapshots, faults and requests over HTTP. */
@NullMarked
package dev.monotable.control;

import org.jspecify.annotations.NullMarked;
