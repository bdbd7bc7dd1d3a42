package dev.monotable.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * An update expression.
 *
 * @param sets the actions of SET, in order; likewise for the other clauses
 * @param clauses the clauses in the order of the text, which AWS's messages about two paths follow
 */
public record UpdateExpression(
    List<Set> sets,
    List<DocumentPath> removes,
    List<Add> adds,
    List<Delete> deletes,
    List<Clause> clauses) {
  /** The four clauses. */
  public enum Clause {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  public UpdateExpression {
    sets = List.copyOf(sets);
    removes = List.copyOf(removes);
    adds = List.copyOf(adds);
    deletes = List.copyOf(deletes);
    clauses = List.copyOf(clauses);
  }

  /** Creates an update with its clauses in the order SET, REMOVE, ADD, DELETE. */
  public UpdateExpression(
      List<Set> sets, List<DocumentPath> removes, List<Add> adds, List<Delete> deletes) {
    this(sets, removes, adds, deletes, clausesOf(sets, removes, adds, deletes));
  }

  private static List<Clause> clausesOf(
      List<Set> sets, List<DocumentPath> removes, List<Add> adds, List<Delete> deletes) {
    List<Clause> clauses = new ArrayList<>(4);
    if (!sets.isEmpty()) {
      clauses.add(Clause.SET);
    }
    if (!removes.isEmpty()) {
      clauses.add(Clause.REMOVE);
    }
    if (!adds.isEmpty()) {
      clauses.add(Clause.ADD);
    }
    if (!deletes.isEmpty()) {
      clauses.add(Clause.DELETE);
    }
    return clauses;
  }

  /** {@code SET path = value}. */
  public record Set(DocumentPath path, Operand value) {}

  /** {@code ADD path value}. */
  public record Add(DocumentPath path, Operand value) {}

  /** {@code DELETE path value}. */
  public record Delete(DocumentPath path, Operand value) {}
}
