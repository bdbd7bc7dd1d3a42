package dev.monotable.engine.expression;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Edition;
import dev.monotable.engine.error.ExpressionMessages;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.UpdateExpression;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An update expression without its names and values. Immutable. */
public final class CompiledUpdate {
  private enum Action {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  /** One action; the operand is null for REMOVE. */
  private static final class Template {
    final Action action;
    final PathTemplate path;
    final @Nullable OperandTemplate operand;

    Template(Action action, PathTemplate path, @Nullable OperandTemplate operand) {
      this.action = action;
      this.path = path;
      this.operand = operand;
    }
  }

  private final List<Template> templates;
  private final Edition edition;

  private CompiledUpdate(List<Template> templates, Edition edition) {
    this.templates = templates;
    this.edition = edition;
  }

  /**
   * Compiles a syntax tree, as updates made from the parameters that are older than expressions
   * are; names in it may be reserved words.
   *
   * @throws DynamoException where a function does not exist or may not be used so
   */
  public static CompiledUpdate of(UpdateExpression update, Limits limits, Edition edition) {
    return of(update, StructureChecks.ofTree(ExpressionKind.UPDATE, limits), edition);
  }

  static CompiledUpdate of(UpdateExpression update, StructureChecks checks, Edition edition) {
    List<Template> templates = new ArrayList<>();
    for (UpdateExpression.Set set : update.sets()) {
      OperandTemplate value = OperandTemplate.of(set.value(), checks, true);
      templates.add(new Template(Action.SET, checks.path(set.path()), value));
    }
    for (DocumentPath path : update.removes()) {
      templates.add(new Template(Action.REMOVE, checks.path(path), null));
    }
    for (UpdateExpression.Add add : update.adds()) {
      OperandTemplate value = OperandTemplate.of(add.value(), checks, false);
      templates.add(new Template(Action.ADD, checks.path(add.path()), value));
    }
    for (UpdateExpression.Delete delete : update.deletes()) {
      OperandTemplate value = OperandTemplate.of(delete.value(), checks, false);
      templates.add(new Template(Action.DELETE, checks.path(delete.path()), value));
    }
    checks.throwFirst();
    return new CompiledUpdate(templates, edition);
  }

  /**
   * @throws DynamoException where a name or value is not defined, an operand is wrong or paths
   *     overlap
   */
  public BoundUpdate bind(Bindings bindings) {
    Binder binder = new Binder(bindings, ExpressionKind.UPDATE);
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
    return new BoundUpdate(actions, targets, binder.paths, tree, edition);
  }

  private static @Nullable UpdateAction bind(Template template, BoundPath path, Binder binder) {
    OperandTemplate operand = template.operand;
    if (operand == null) {
      return new UpdateAction.Remove(path);
    }
    if (template.action == Action.SET) {
      UpdateValue value = operand.bindValue(binder);
      return value == null ? null : new UpdateAction.Set(path, value);
    }
    boolean add = template.action == Action.ADD;
    if (operand.bind(binder) instanceof OperandNode.Literal literal) {
      AttributeType type = literal.knownType();
      if (type.isSet() || (add && type == AttributeType.N)) {
        return add ? new UpdateAction.Add(path, literal) : new UpdateAction.Delete(path, literal);
      }
      binder.problems.actionOperand(
          ExpressionMessages.actionOperandType(template.action.name(), type));
    }
    return null;
  }
}
