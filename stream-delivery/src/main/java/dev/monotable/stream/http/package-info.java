/** Functions behind a URL as handlers of streams. */
@NullMarked
package dev.monotable.stream.http;

import org.jspecify.annotations.NullMarked;
