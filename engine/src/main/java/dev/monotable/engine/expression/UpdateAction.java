package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalFunctions;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.ItemWriter;
import dev.monotable.value.ValueArithmetic;
import org.jspecify.annotations.Nullable;

/**
 * One action of an update, with its names and values.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html">Update
 *     expressions</a>
 */
abstract class UpdateAction {
  final BoundPath path;

  UpdateAction(BoundPath path) {
    this.path = path;
  }

  /** Throws if the operands do not fit the item. Called before anything is written. */
  void checkOperands(byte[] item) {}

  /**
   * Throws if the path does not fit the item, or the value at it does not fit the action.
   *
   * @param vain whether the item does not exist and the update creates none: any path is then valid
   *     (scylladb/scylladb {@code test/alternator/test_update_expression.py},
   *     test_nested_attribute_remove_from_missing_item)
   */
  void checkTarget(byte[] item, boolean vain) {
    if (path.isTopLevel()) {
      return;
    }
    int parent = path.resolveParent(item);
    AttributeType needed =
        path.steps[path.steps.length - 1].isName() ? AttributeType.M : AttributeType.L;
    if ((parent < 0 || CanonicalJson.type(item, parent) != needed) && !vain) {
      throw new FaultException(ExpressionFault.Plain.PATH_INVALID_FOR_UPDATE);
    }
  }

  /** Throws if the value at the offset, or -1 if there is none, does not fit the action. */
  void checkValue(byte[] item, int at) {}

  /** Returns whether the action creates an item that does not exist. */
  abstract boolean createsItem();

  /**
   * Returns the type of the value after the action if it is the same for every item, otherwise
   * null.
   */
  @Nullable AttributeType resultType() {
    return null;
  }

  /** Returns the value after the action if it is a value of the request, otherwise null. */
  @Nullable AttributeValue literal() {
    return null;
  }

  /** Returns what the action carries, see {@link UpdateCharge}. */
  abstract int charge();

  /**
   * Returns whether there is a value after the action; {@code at} is the offset of the value before
   * it, or -1.
   */
  abstract boolean leavesValue(byte[] item, int at);

  /** Writes the value after the action; {@link #leavesValue} must have returned true. */
  abstract void write(ItemWriter out, byte[] item, int at);

  static final class Set extends UpdateAction {
    private final UpdateValue value;

    Set(BoundPath path, UpdateValue value) {
      super(path);
      this.value = value;
    }

    @Override
    void checkOperands(byte[] item) {
      value.check(item);
    }

    @Override
    boolean createsItem() {
      return true;
    }

    @Override
    @Nullable AttributeType resultType() {
      return value.knownType();
    }

    @Override
    @Nullable AttributeValue literal() {
      return value.literal();
    }

    @Override
    int charge() {
      return UpdateCharge.WRITE + UpdateCharge.target(path) + value.charge();
    }

    @Override
    boolean leavesValue(byte[] item, int at) {
      return true;
    }

    @Override
    void write(ItemWriter out, byte[] item, int at) {
      value.write(out, item);
    }
  }

  static final class Remove extends UpdateAction {
    Remove(BoundPath path) {
      super(path);
    }

    @Override
    boolean createsItem() {
      return false;
    }

    @Override
    int charge() {
      return UpdateCharge.TAKE + UpdateCharge.target(path);
    }

    @Override
    boolean leavesValue(byte[] item, int at) {
      return false;
    }

    @Override
    void write(ItemWriter out, byte[] item, int at) {
      throw new IllegalStateException("REMOVE leaves no value");
    }
  }

  /** ADD and DELETE: the value of the request must have the same type as the target. */
  abstract static class Typed extends UpdateAction {
    final byte[] operand;
    final int operandAt;
    final AttributeType type;
    private final Fault mismatch;

    /**
     * Creates an action.
     *
     * @param mismatch the fault to report if the target has another type
     */
    Typed(BoundPath path, OperandNode.Literal literal, Fault mismatch) {
      super(path);
      this.mismatch = mismatch;
      this.operand = literal.array(new byte[0]);
      this.operandAt = literal.at(new byte[0]);
      this.type = literal.knownType();
    }

    @Override
    void checkTarget(byte[] item, boolean vain) {
      super.checkTarget(item, vain);
      checkValue(item, path.resolve(item));
    }

    @Override
    void checkValue(byte[] item, int at) {
      if (at >= 0 && CanonicalJson.type(item, at) != type) {
        throw new FaultException(mismatch);
      }
    }

    @Override
    AttributeType resultType() {
      return type;
    }
  }

  /**
   * {@code ADD path value}: a sum or a union of sets; in AttributeUpdates also an append to a list.
   */
  static final class Add extends Typed {
    Add(BoundPath path, OperandNode.Literal literal, Fault mismatch) {
      super(path, literal, mismatch);
    }

    @Override
    boolean createsItem() {
      return true;
    }

    @Override
    int charge() {
      return UpdateCharge.WRITE
          + UpdateCharge.target(path)
          + UpdateCharge.value(operand, operandAt);
    }

    @Override
    boolean leavesValue(byte[] item, int at) {
      return true;
    }

    @Override
    void write(ItemWriter out, byte[] item, int at) {
      if (at < 0) {
        out.copy(operand, operandAt);
      } else if (type == AttributeType.N) {
        ValueArithmetic.sum(out, item, at, operand, operandAt, false);
      } else if (type == AttributeType.L) {
        out.beginList();
        UpdateValue.appendElements(out, item, at);
        UpdateValue.appendElements(out, operand, operandAt);
        out.endList();
      } else {
        ValueArithmetic.union(out, item, at, operand, operandAt);
      }
    }
  }

  /** {@code DELETE path value}: a difference of sets; an empty result removes the attribute. */
  static final class Delete extends Typed {
    Delete(BoundPath path, OperandNode.Literal literal, Fault mismatch) {
      super(path, literal, mismatch);
    }

    @Override
    boolean createsItem() {
      return false;
    }

    @Override
    int charge() {
      return UpdateCharge.TAKE + UpdateCharge.target(path);
    }

    @Override
    boolean leavesValue(byte[] item, int at) {
      return at >= 0 && !CanonicalFunctions.setContainsAll(operand, operandAt, item, at);
    }

    @Override
    void write(ItemWriter out, byte[] item, int at) {
      ValueArithmetic.difference(out, item, at, operand, operandAt);
    }
  }
}
