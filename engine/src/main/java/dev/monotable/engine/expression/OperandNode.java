package dev.monotable.engine.expression;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalFunctions;
import dev.monotable.value.CanonicalJson;
import org.jspecify.annotations.Nullable;

/**
 * An operand with its names and values: it may or may not have a value for an item. The value is an
 * offset in an array of canonical bytes; separate methods return the two, so that nothing is
 * allocated.
 */
abstract class OperandNode {
  /** Returns the offset of the value, or -1 if there is none for this item. */
  abstract int at(byte[] item);

  /** Returns the array that {@link #at} refers to. */
  abstract byte[] array(byte[] item);

  /** Returns the type of the value if it is the same for every item, otherwise null. */
  @Nullable AttributeType knownType() {
    return null;
  }

  /** Returns the path if the operand is a path, otherwise null. */
  @Nullable BoundPath path() {
    return null;
  }

  /** Returns whether the operand is a value of the request. */
  boolean isLiteral() {
    return false;
  }

  /**
   * Returns what the operand adds to the charge of an update; 0 for operands that occur only in
   * conditions.
   */
  int charge() {
    return 0;
  }

  static final class Path extends OperandNode {
    private final BoundPath path;

    Path(BoundPath path) {
      this.path = path;
    }

    @Override
    int at(byte[] item) {
      return path.resolve(item);
    }

    @Override
    byte[] array(byte[] item) {
      return item;
    }

    @Override
    BoundPath path() {
      return path;
    }

    @Override
    int charge() {
      return UpdateCharge.operand(path);
    }
  }

  static final class Literal extends OperandNode {
    private final byte[] json;
    private final int at;
    private final AttributeType type;

    Literal(byte[] json, int at) {
      this.json = json;
      this.at = at;
      this.type = CanonicalJson.type(json, at);
    }

    @Override
    int at(byte[] item) {
      return at;
    }

    @Override
    byte[] array(byte[] item) {
      return json;
    }

    @Override
    AttributeType knownType() {
      return type;
    }

    @Override
    boolean isLiteral() {
      return true;
    }

    @Override
    int charge() {
      return UpdateCharge.value(json, at);
    }

    AttributeValue value() {
      return AttributeValue.at(json, at);
    }
  }

  /** {@code size(operand)}: a number that is not stored anywhere, so it is compared as an int. */
  static final class Size extends OperandNode {
    private final OperandNode operand;

    Size(OperandNode operand) {
      this.operand = operand;
    }

    /** Returns the size, or -1 if the operand has no value or its type has no size. */
    int size(byte[] item) {
      int at = operand.at(item);
      return at < 0 ? -1 : CanonicalFunctions.sizeFunction(operand.array(item), at);
    }

    @Override
    int at(byte[] item) {
      throw new IllegalStateException("a size has no bytes");
    }

    @Override
    byte[] array(byte[] item) {
      throw new IllegalStateException("a size has no bytes");
    }

    @Override
    AttributeType knownType() {
      return AttributeType.N;
    }
  }

  /** A condition as a value, true or false. */
  static final class Truth extends OperandNode {
    private static final byte[] BOTH = "{\"BOOL\":true}{\"BOOL\":false}".getBytes(US_ASCII);
    private static final int TRUE = 0;
    private static final int FALSE = "{\"BOOL\":true}".length();

    private final ConditionNode condition;

    Truth(ConditionNode condition) {
      this.condition = condition;
    }

    @Override
    int at(byte[] item) {
      return condition.test(item) ? TRUE : FALSE;
    }

    @Override
    byte[] array(byte[] item) {
      return BOTH;
    }

    @Override
    AttributeType knownType() {
      return AttributeType.BOOL;
    }
  }

  /** {@code if_not_exists(path, fallback)}. */
  static final class IfNotExists extends OperandNode {
    private final BoundPath path;
    private final OperandNode fallback;

    IfNotExists(BoundPath path, OperandNode fallback) {
      this.path = path;
      this.fallback = fallback;
    }

    @Override
    int at(byte[] item) {
      int at = path.resolve(item);
      return at >= 0 ? at : fallback.at(item);
    }

    @Override
    byte[] array(byte[] item) {
      return path.resolve(item) >= 0 ? item : fallback.array(item);
    }

    @Override
    int charge() {
      return UpdateCharge.IF_NOT_EXISTS + UpdateCharge.operand(path) + fallback.charge();
    }
  }

  /** Replaces an invalid operand until the fault is reported. */
  static final class Wrong extends OperandNode {
    static final Wrong INSTANCE = new Wrong();

    private Wrong() {}

    @Override
    int at(byte[] item) {
      return -1;
    }

    @Override
    byte[] array(byte[] item) {
      return item;
    }
  }
}
