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
abstract class UpdateValue {
  /** Throws if this item does not provide the value. Called before anything is written. */
  abstract void check(byte[] item);

  /** Writes the value; {@link #check} must have passed. */
  abstract void write(ItemWriter out, byte[] item);

  /** Returns the type of the value if it is the same for every item, otherwise null. */
  abstract @Nullable AttributeType knownType();

  /** Returns the value if it is a value of the request, otherwise null. */
  @Nullable AttributeValue literal() {
    return null;
  }

  /** Returns what the value adds to the charge of its action, see {@link UpdateCharge}. */
  abstract int charge();

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
  static final class Copy extends UpdateValue {
    private final OperandNode operand;

    Copy(OperandNode operand) {
      this.operand = operand;
    }

    @Override
    @Nullable AttributeType knownType() {
      return operand.knownType();
    }

    @Override
    @Nullable AttributeValue literal() {
      return operand instanceof OperandNode.Literal literal ? literal.value() : null;
    }

    @Override
    int charge() {
      return operand.charge();
    }

    @Override
    void check(byte[] item) {
      require(operand, item);
    }

    @Override
    void write(ItemWriter out, byte[] item) {
      out.copy(operand.array(item), operand.at(item));
    }
  }

  /** {@code left + right} or {@code left - right}. */
  static final class Sum extends UpdateValue {
    private final OperandNode left;
    private final OperandNode right;
    private final boolean subtract;

    Sum(OperandNode left, OperandNode right, boolean subtract) {
      this.left = left;
      this.right = right;
      this.subtract = subtract;
    }

    @Override
    AttributeType knownType() {
      return AttributeType.N;
    }

    @Override
    int charge() {
      return (subtract ? UpdateCharge.DIFFERENCE : UpdateCharge.SUM)
          + left.charge()
          + right.charge();
    }

    @Override
    void check(byte[] item) {
      require(left, AttributeType.N, item);
      require(right, AttributeType.N, item);
    }

    @Override
    void write(ItemWriter out, byte[] item) {
      ValueArithmetic.sum(
          out, left.array(item), left.at(item), right.array(item), right.at(item), subtract);
    }
  }

  /** {@code list_append(first, second)}. */
  static final class ListAppend extends UpdateValue {
    private final OperandNode first;
    private final OperandNode second;

    ListAppend(OperandNode first, OperandNode second) {
      this.first = first;
      this.second = second;
    }

    @Override
    AttributeType knownType() {
      return AttributeType.L;
    }

    @Override
    int charge() {
      return UpdateCharge.LIST_APPEND + first.charge() + second.charge();
    }

    @Override
    void check(byte[] item) {
      require(first, AttributeType.L, item);
      require(second, AttributeType.L, item);
    }

    @Override
    void write(ItemWriter out, byte[] item) {
      out.beginList();
      appendElements(out, first.array(item), first.at(item));
      appendElements(out, second.array(item), second.at(item));
      out.endList();
    }
  }
}
