/** The chat design and the six loads that drive it. */
@NullMarked
package dev.monotable.benchmark.chat;

import org.jspecify.annotations.NullMarked;
