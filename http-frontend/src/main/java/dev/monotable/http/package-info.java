/**
 * The HTTP front end: a {@linkplain dev.monotable.http.MonotableServer server} that connects Netty
 * with the {@linkplain dev.monotable.json.HttpService services} that it is started with.
 */
@NullMarked
package dev.monotable.http;

import org.jspecify.annotations.NullMarked;
