/** Times of expiry: finds expired items without a scan. */
@NullMarked
package dev.monotable.engine.ttl;

import org.jspecify.annotations.NullMarked;
