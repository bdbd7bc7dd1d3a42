/**
 * The HTTP front end: a {@linkplain dev.monotable.http.MonotableServer server} that connects Netty
 * with {@link dev.monotable.json.Exchange}.
 */
@NullMarked
package dev.monotable.http;

import org.jspecify.annotations.NullMarked;
