/**
 * The path of a request to its handler: its checks, the layers of the service, and who observes and
 * admits it. For {@link dev.monotable.engine.MonotableEngine} only.
 */
@NullMarked
package dev.monotable.engine.dispatch;

import org.jspecify.annotations.NullMarked;
