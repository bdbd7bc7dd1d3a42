package dev.monotable.expression;

import java.util.List;

/** An update expression; each clause in the order of its actions. */
public record UpdateExpression(
    List<Set> sets, List<DocumentPath> removes, List<Add> adds, List<Delete> deletes) {
  public UpdateExpression {
    sets = List.copyOf(sets);
    removes = List.copyOf(removes);
    adds = List.copyOf(adds);
    deletes = List.copyOf(deletes);
  }

  /** {@code SET path = value}. */
  public record Set(DocumentPath path, Operand value) {}

  /** {@code ADD path value}. */
  public record Add(DocumentPath path, Operand value) {}

  /** {@code DELETE path value}. */
  public record Delete(DocumentPath path, Operand value) {}
}
