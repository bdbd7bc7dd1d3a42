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
sealed interface OperandNode {
  /** Returns the offset of the value, or -1 if there is none for this item. */
  int at(byte[] item);

  /** Returns the array that {@link #at} refers to. */
  byte[] array(byte[] item);

  /** Returns the type of the value if it is the same for every item, otherwise null. */
  default @Nullable AttributeType knownType() {
    return null;
  }

  /** Returns the path if the operand is a path, otherwise null. */
  default @Nullable BoundPath path() {
    return null;
  }

  /** Returns whether the operand is a value of the request. */
  default boolean isLiteral() {
    return false;
  }

  /**
   * Returns what the operand adds to the charge of an update; 0 for operands that occur only in
   * conditions.
   */
  default int charge() {
    return 0;
  }

  record Path(BoundPath path) implements OperandNode {
    @Override
    public int at(byte[] item) {
      return path.resolve(item);
    }

    @Override
    public byte[] array(byte[] item) {
      return item;
    }

    @Override
    public int charge() {
      return UpdateCharge.operand(path);
    }
  }

  final class Literal implements OperandNode {
    private final byte[] json;
    private final int at;
    private final AttributeType type;

    Literal(byte[] json, int at) {
      this.json = json;
      this.at = at;
      this.type = CanonicalJson.type(json, at);
    }

    @Override
    public int at(byte[] item) {
      return at;
    }

    @Override
    public byte[] array(byte[] item) {
      return json;
    }

    @Override
    public AttributeType knownType() {
      return type;
    }

    @Override
    public boolean isLiteral() {
      return true;
    }

    @Override
    public int charge() {
      return UpdateCharge.value(json, at);
    }

    AttributeValue value() {
      return AttributeValue.at(json, at);
    }
  }

  /** {@code size(operand)}: a number that is not stored anywhere, so it is compared as an int. */
  record Size(OperandNode operand) implements OperandNode {
    /** Returns the size, or -1 if the operand has no value or its type has no size. */
    int size(byte[] item) {
      int at = operand.at(item);
      return at < 0 ? -1 : CanonicalFunctions.sizeFunction(operand.array(item), at);
    }

    @Override
    public int at(byte[] item) {
      throw new IllegalStateException("a size has no bytes");
    }

    @Override
    public byte[] array(byte[] item) {
      throw new IllegalStateException("a size has no bytes");
    }

    @Override
    public AttributeType knownType() {
      return AttributeType.N;
    }
  }

  /** A condition as a value, true or false. */
  record Truth(ConditionNode condition) implements OperandNode {
    private static final byte[] BOTH = "{\"BOOL\":true}{\"BOOL\":false}".getBytes(US_ASCII);
    private static final int TRUE = 0;
    private static final int FALSE = "{\"BOOL\":true}".length();

    @Override
    public int at(byte[] item) {
      return condition.test(item) ? TRUE : FALSE;
    }

    @Override
    public byte[] array(byte[] item) {
      return BOTH;
    }

    @Override
    public AttributeType knownType() {
      return AttributeType.BOOL;
    }
  }

  /** {@code if_not_exists(path, fallback)}. */
  record IfNotExists(BoundPath tried, OperandNode fallback) implements OperandNode {
    @Override
    public int at(byte[] item) {
      int at = tried.resolve(item);
      return at >= 0 ? at : fallback.at(item);
    }

    @Override
    public byte[] array(byte[] item) {
      return tried.resolve(item) >= 0 ? item : fallback.array(item);
    }

    @Override
    public int charge() {
      return UpdateCharge.IF_NOT_EXISTS + UpdateCharge.operand(tried) + fallback.charge();
    }
  }

  /** Replaces an invalid operand until the fault is reported. */
  final class Wrong implements OperandNode {
    static final Wrong INSTANCE = new Wrong();

    private Wrong() {}

    @Override
    public int at(byte[] item) {
      return -1;
    }

    @Override
    public byte[] array(byte[] item) {
      return item;
    }
  }
}
