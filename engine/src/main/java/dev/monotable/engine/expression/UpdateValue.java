package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.ItemWriter;
import dev.monotable.value.ValueArithmetic;
import org.jspecify.annotations.Nullable;

/** The right side of SET, with its names and values. Items are given as canonical bytes. */
sealed interface UpdateValue {
  /** Throws if this item does not provide the value. Called before anything is written. */
  void check(byte[] item);

  /** Writes the value; {@link #check} must have passed. */
  void write(ItemWriter out, byte[] item);

  /** Returns the type of the value if it is the same for every item, otherwise null. */
  @Nullable AttributeType knownType();

  /** Returns the value if it is a value of the request, otherwise null. */
  default @Nullable AttributeValue literal() {
    return null;
  }

  /** Returns what the value adds to the charge of its action, see {@link UpdateCharge}. */
  int charge();

  /** Writes the elements of a list. */
  static void appendElements(ItemWriter out, byte[] json, int listAt) {
    for (int element = CanonicalJson.firstElement(json, listAt);
        element >= 0;
        element = CanonicalJson.nextElement(json, element)) {
      out.copy(json, element);
    }
  }

  /** Returns the offset of the operand's value; throws if it has none. */
  private static int require(OperandNode operand, byte[] item) {
    int at = operand.at(item);
    if (at < 0) {
      throw new FaultException(ExpressionFault.Plain.ATTRIBUTE_MISSING);
    }
    return at;
  }

  private static void require(OperandNode operand, AttributeType type, byte[] item) {
    int at = require(operand, item);
    if (CanonicalJson.type(operand.array(item), at) != type) {
      throw new FaultException(ExpressionFault.Plain.INCORRECT_DATA_TYPE);
    }
  }

  /** An operand as it is. */
  record Copy(OperandNode operand) implements UpdateValue {
    @Override
    public @Nullable AttributeType knownType() {
      return operand.knownType();
    }

    @Override
    public @Nullable AttributeValue literal() {
      return operand instanceof OperandNode.Literal literal ? literal.value() : null;
    }

    @Override
    public int charge() {
      return operand.charge();
    }

    @Override
    public void check(byte[] item) {
      require(operand, item);
    }

    @Override
    public void write(ItemWriter out, byte[] item) {
      out.copy(operand.array(item), operand.at(item));
    }
  }

  /** {@code left + right} or {@code left - right}. */
  record Sum(OperandNode left, OperandNode right, boolean subtract) implements UpdateValue {
    @Override
    public AttributeType knownType() {
      return AttributeType.N;
    }

    @Override
    public int charge() {
      return (subtract ? UpdateCharge.DIFFERENCE : UpdateCharge.SUM)
          + left.charge()
          + right.charge();
    }

    @Override
    public void check(byte[] item) {
      require(left, AttributeType.N, item);
      require(right, AttributeType.N, item);
    }

    @Override
    public void write(ItemWriter out, byte[] item) {
      ValueArithmetic.sum(
          out, left.array(item), left.at(item), right.array(item), right.at(item), subtract);
    }
  }

  /** {@code list_append(first, second)}. */
  record ListAppend(OperandNode first, OperandNode second) implements UpdateValue {
    @Override
    public AttributeType knownType() {
      return AttributeType.L;
    }

    @Override
    public int charge() {
      return UpdateCharge.LIST_APPEND + first.charge() + second.charge();
    }

    @Override
    public void check(byte[] item) {
      require(first, AttributeType.L, item);
      require(second, AttributeType.L, item);
    }

    @Override
    public void write(ItemWriter out, byte[] item) {
      out.beginList();
      appendElements(out, first.array(item), first.at(item));
      appendElements(out, second.array(item), second.at(item));
      out.endList();
    }
  }
}
