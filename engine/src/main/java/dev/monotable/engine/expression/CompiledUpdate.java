package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.Operand;
import dev.monotable.expression.UpdateExpression;
import dev.monotable.expression.UpdateExpression.Clause;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An update expression without its names and values. Immutable. */
public final class CompiledUpdate {
  /** One action; the operand is null for REMOVE. */
  private static final class Template {
    final Clause clause;
    final PathTemplate path;
    final @Nullable OperandTemplate operand;

    Template(Clause clause, PathTemplate path, @Nullable OperandTemplate operand) {
      this.clause = clause;
      this.path = path;
      this.operand = operand;
    }
  }

  private final ExpressionKind kind;
  private final List<Template> templates;
  private final boolean crowded;

  private CompiledUpdate(ExpressionKind kind, List<Template> templates, boolean crowded) {
    this.kind = kind;
    this.templates = templates;
    this.crowded = crowded;
  }

  /**
   * Compiles a syntax tree, such as that of a PartiQL UPDATE. Its names may be reserved words.
   *
   * @param kind UPDATE or STATEMENT_UPDATE
   * @throws FaultException if a function is unknown or not allowed in its place
   */
  public static CompiledUpdate of(ExpressionKind kind, UpdateExpression update, Limits limits) {
    return of(kind, update, StructureChecks.ofTree(kind, limits));
  }

  static CompiledUpdate of(ExpressionKind kind, UpdateExpression update, StructureChecks checks) {
    List<Template> templates = new ArrayList<>();
    for (Clause clause : update.clauses()) {
      switch (clause) {
        case SET -> {
          for (UpdateExpression.Set set : update.sets()) {
            add(clause, set.path(), set.value(), templates, checks);
          }
        }
        case REMOVE -> {
          for (DocumentPath path : update.removes()) {
            add(clause, path, null, templates, checks);
          }
        }
        case ADD -> {
          for (UpdateExpression.Add add : update.adds()) {
            add(clause, add.path(), add.value(), templates, checks);
          }
        }
        case DELETE -> {
          for (UpdateExpression.Delete delete : update.deletes()) {
            add(clause, delete.path(), delete.value(), templates, checks);
          }
        }
      }
    }
    checks.throwFirst();
    return new CompiledUpdate(kind, templates, checks.isCrowded());
  }

  private static void add(
      Clause clause,
      DocumentPath path,
      @Nullable Operand value,
      List<Template> templates,
      StructureChecks checks) {
    OperandTemplate operand =
        value == null ? null : OperandTemplate.of(value, checks, clause == Clause.SET);
    templates.add(new Template(clause, checks.path(path), operand));
  }

  /**
   * Returns the update with the names and values of a request.
   *
   * @throws FaultException if a name or value is not defined, an operand is invalid or two paths
   *     overlap
   */
  public BoundUpdate bind(Bindings bindings) {
    Binder binder = new Binder(bindings, kind, crowded);
    UpdateAction[] actions = new UpdateAction[templates.size()];
    List<BoundPath> targets = new ArrayList<>(actions.length);
    boolean complete = true;
    for (int i = 0; i < actions.length; i++) {
      Template template = templates.get(i);
      BoundPath path = binder.path(template.path);
      targets.add(path);
      UpdateAction action = bind(template, path, binder);
      if (action == null) {
        complete = false;
      } else {
        actions[i] = action;
      }
    }
    PathTree tree = PathTree.of(targets);
    if (tree == null) {
      PathTree.reportClash(targets, binder.problems);
    }
    binder.problems.throwFirst();
    if (tree == null || !complete) {
      throw new IllegalStateException("a fault was not reported");
    }
    return new BoundUpdate(kind, actions, targets, binder.paths, tree);
  }

  private static @Nullable UpdateAction bind(Template template, BoundPath path, Binder binder) {
    OperandTemplate operand = template.operand;
    if (operand == null) {
      return new UpdateAction.Remove(path);
    }
    if (template.clause == Clause.SET) {
      UpdateValue value = operand.bindValue(binder);
      return value == null ? null : new UpdateAction.Set(path, value);
    }
    boolean add = template.clause == Clause.ADD;
    if (operand.bind(binder) instanceof OperandNode.Literal literal) {
      AttributeType type = literal.knownType();
      if (type.isSet() || (add && type == AttributeType.N)) {
        Fault mismatch = ExpressionFault.Plain.INCORRECT_DATA_TYPE;
        return add
            ? new UpdateAction.Add(path, literal, mismatch)
            : new UpdateAction.Delete(path, literal, mismatch);
      }
      binder.problems.actionOperand(
          new ExpressionFault.ActionOperandType(template.clause.name(), type));
    }
    return null;
  }
}
