package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * A fault that its text describes. If the text has places for values, which are marked {@code %s},
 * the fault is {@link #with} these values.
 */
public non-sealed interface FaultText extends Fault {
  /**
   * Returns this fault with the values of its text.
   *
   * @param values in the order of the text: strings, numbers, enum constants, values of attributes,
   *     faults, whose text is inserted, or lists of strings, which are separated by commas
   */
  default Fault with(@Nullable Object... values) {
    return FilledFault.of(this, values);
  }
}
