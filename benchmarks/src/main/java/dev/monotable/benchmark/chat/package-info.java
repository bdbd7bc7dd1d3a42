/** The chat design and its loads. */
@NullMarked
package dev.monotable.benchmark.chat;

import org.jspecify.annotations.NullMarked;
