package dev.monotable.value;

import dev.monotable.api.Experimental;

/**
 * Thrown for an invalid value that is created in code. A received value does not throw: it carries
 * its {@link ValueFault}.
 */
public final class InvalidValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient ValueFault fault;

  InvalidValueException(ValueFault fault) {
    super(fault.kind() + (fault.arguments().isEmpty() ? "" : " " + fault.arguments()));
    this.fault = fault;
  }

  /** Returns the fault of the value. */
  @Experimental
  public ValueFault fault() {
    return fault;
  }
}
