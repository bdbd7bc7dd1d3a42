/**
 * Netty in front of {@link dev.monotable.json.Exchange}: the {@link
 * dev.monotable.http.MonotableServer server} and the command line.
 */
@NullMarked
package dev.monotable.http;

import org.jspecify.annotations.NullMarked;
