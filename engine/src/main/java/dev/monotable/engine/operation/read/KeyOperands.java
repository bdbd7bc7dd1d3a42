package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.table.KeyLayout.KeyPart;
import dev.monotable.value.AttributeValue;

/** Checks the values that a key condition compares with key attributes. */
public final class KeyOperands {
  private KeyOperands() {}

  /**
   * Checks that the values of a key condition are valid key values, although nothing is written.
   * The error for an empty value comes from a log of AWS; the others come from DynamoDB Local.
   *
   * @throws FaultException for the first value that is empty or too long
   */
  public static void requireCondition(ReadTarget target, KeyCondition condition) {
    KeyPart[] parts = target.keyParts();
    int next = 0;
    for (AttributeValue value : condition.partition()) {
      requireOperand(target, parts[next++], value);
    }
    for (AttributeValue value : condition.sortPrefix()) {
      requireOperand(target, parts[next++], value);
    }
    if (condition.low() != null) {
      requireOperand(target, parts[next], condition.low());
    }
    if (condition.high() != null) {
      requireOperand(target, parts[next], condition.high());
    }
  }

  private static void requireOperand(ReadTarget target, KeyPart part, AttributeValue value) {
    byte[] json = value.array();
    if (part.isEmpty(json, value.start())) {
      KeyAttribute attribute = part.attribute();
      throw new FaultException(
          target.path().isTable()
              ? new KeyFault.EmptyKey(attribute.name(), attribute.type())
              : new KeyFault.EmptyIndexKey(
                  attribute.name(), attribute.type(), target.path().name()));
    }
    KeyRules.requireNotTooLong(part, json, value.start());
  }
}
