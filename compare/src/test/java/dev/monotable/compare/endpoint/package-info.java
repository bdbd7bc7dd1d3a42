/** Requests, and the endpoints that receive them: Monotable and other emulators. */
@NullMarked
package dev.monotable.compare.endpoint;

import org.jspecify.annotations.NullMarked;
