/**
 * The AWS JSON 1.0 protocol without a network: an {@link dev.monotable.json.Exchange} handles HTTP
 * requests.
 */
@NullMarked
package dev.monotable.json;

import org.jspecify.annotations.NullMarked;
