/**
 * The parts of one request besides its content: its sender, whether it may take effect, and when
 * its response may be sent. For transports and admissions.
 */
@Experimental
@NullMarked
package dev.monotable.engine.request;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
