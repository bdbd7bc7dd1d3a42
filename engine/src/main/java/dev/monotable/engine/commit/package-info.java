/** The one way by which a state follows another. */
@NullMarked
package dev.monotable.engine.commit;

import org.jspecify.annotations.NullMarked;
