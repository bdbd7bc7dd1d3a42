package dev.monotable.value;

/**
 * Thrown where a value is made in code, not received, and is no value of DynamoDB. Requests never
 * meet it: a received value carries its {@link ValueFault} instead.
 */
public final class InvalidValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient ValueFault fault;

  InvalidValueException(ValueFault fault) {
    super(fault.kind() + (fault.arguments().isEmpty() ? "" : " " + fault.arguments()));
    this.fault = fault;
  }

  /** What is wrong with the value. */
  public ValueFault fault() {
    return fault;
  }
}
