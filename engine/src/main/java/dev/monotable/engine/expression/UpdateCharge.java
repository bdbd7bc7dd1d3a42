package dev.monotable.engine.expression;

import dev.monotable.value.CanonicalSize;
import java.nio.charset.StandardCharsets;

/**
 * The number of bytes that an UpdateExpression carries, as DynamoDB counts them: a fixed charge for
 * each clause, operator and function, the names of paths, and the values of the request at every
 * use. The content of the item and the result are not charged. The numbers were measured on AWS in
 * 2026 by paritysuite/dynamodb-conformance ({@code tests/tier3/limits/itemSizeBySurface}); no AWS
 * page states them.
 */
final class UpdateCharge {
  /** The update itself. */
  static final int UPDATE = 3;

  /** SET and ADD, which write a value. */
  static final int WRITE = 19;

  /** REMOVE and DELETE, which write no value. */
  static final int TAKE = 1;

  static final int SUM = 34;
  static final int DIFFERENCE = 37;
  static final int LIST_APPEND = 37;
  static final int IF_NOT_EXISTS = 39;

  /** An upper bound of the fixed charges of any one action. */
  static final int MOST_OF_ACTION = 256;

  private static final int OPERAND = 1;
  private static final int OPERAND_STEP = 14;
  private static final int TARGET_STEP = 4;

  private UpdateCharge() {}

  /** Returns the charge of a path that is written. */
  static int target(BoundPath path) {
    int charge = -TARGET_STEP;
    for (PathStep step : path.steps) {
      charge += TARGET_STEP + bytes(step);
    }
    return charge;
  }

  /** Returns the charge of a path that is read. */
  static int operand(BoundPath path) {
    int charge = OPERAND;
    for (PathStep step : path.steps) {
      charge += OPERAND_STEP + bytes(step);
    }
    return charge;
  }

  static int value(byte[] json, int at) {
    return CanonicalSize.of(json, at);
  }

  /** Returns the number of bytes of a name, or of digits of an index. */
  private static int bytes(PathStep step) {
    return step.isName()
        ? step.name.getBytes(StandardCharsets.UTF_8).length
        : Integer.toString(step.index).length();
  }
}
