package dev.monotable.expression;

import dev.monotable.expression.antlr.ExpressionGrammar.AddClauseContext;
import dev.monotable.expression.antlr.ExpressionGrammar.BetweenContext;
import dev.monotable.expression.antlr.ExpressionGrammar.CallContext;
import dev.monotable.expression.antlr.ExpressionGrammar.CallPredicateContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ClauseContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ComparatorContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ComparisonContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ConditionContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ConjunctionContext;
import dev.monotable.expression.antlr.ExpressionGrammar.DeleteClauseContext;
import dev.monotable.expression.antlr.ExpressionGrammar.DisjunctionContext;
import dev.monotable.expression.antlr.ExpressionGrammar.GroupContext;
import dev.monotable.expression.antlr.ExpressionGrammar.GroupedPathContext;
import dev.monotable.expression.antlr.ExpressionGrammar.InContext;
import dev.monotable.expression.antlr.ExpressionGrammar.NameContext;
import dev.monotable.expression.antlr.ExpressionGrammar.NegationContext;
import dev.monotable.expression.antlr.ExpressionGrammar.OperandContext;
import dev.monotable.expression.antlr.ExpressionGrammar.PathContext;
import dev.monotable.expression.antlr.ExpressionGrammar.PredicateContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ProjectionContext;
import dev.monotable.expression.antlr.ExpressionGrammar.RemoveClauseContext;
import dev.monotable.expression.antlr.ExpressionGrammar.SetActionContext;
import dev.monotable.expression.antlr.ExpressionGrammar.SetCallContext;
import dev.monotable.expression.antlr.ExpressionGrammar.SetClauseContext;
import dev.monotable.expression.antlr.ExpressionGrammar.SetOperandContext;
import dev.monotable.expression.antlr.ExpressionGrammar.SetValueContext;
import dev.monotable.expression.antlr.ExpressionGrammar.StepContext;
import dev.monotable.expression.antlr.ExpressionGrammar.UpdateContext;
import dev.monotable.expression.antlr.ExpressionGrammar.ValueActionContext;
import dev.monotable.expression.antlr.ExpressionTokens;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * Builds the syntax tree from ANTLR's tree, and collects the other components of {@link
 * ParseResult.Success}.
 */
final class ExpressionTreeBuilder {
  private int operators;
  private @Nullable String reservedWord;
  private @Nullable String duplicateClause;
  private @Nullable SyntaxProblem problem;

  int operators() {
    return operators;
  }

  @Nullable String reservedWord() {
    return reservedWord;
  }

  @Nullable String duplicateClause() {
    return duplicateClause;
  }

  @Nullable SyntaxProblem problem() {
    return problem;
  }

  ConditionExpression condition(ConditionContext context) {
    return disjunction(context.disjunction());
  }

  private ConditionExpression disjunction(DisjunctionContext context) {
    List<ConjunctionContext> parts = context.conjunction();
    ConditionExpression condition = conjunction(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      operators++;
      condition = new ConditionExpression.Or(condition, conjunction(parts.get(i)));
    }
    return condition;
  }

  private ConditionExpression conjunction(ConjunctionContext context) {
    List<NegationContext> parts = context.negation();
    ConditionExpression condition = negation(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      operators++;
      condition = new ConditionExpression.And(condition, negation(parts.get(i)));
    }
    return condition;
  }

  private ConditionExpression negation(NegationContext context) {
    ConditionExpression condition = predicate(context.predicate());
    for (int nots = context.NOT().size(); nots > 0; nots--) {
      operators++;
      condition = new ConditionExpression.Not(condition);
    }
    return condition;
  }

  private ConditionExpression predicate(PredicateContext context) {
    if (context instanceof GroupContext group) {
      return disjunction(group.disjunction());
    }
    if (context instanceof CallPredicateContext predicate) {
      CallContext call = predicate.call();
      return new ConditionExpression.Call(call.WORD().getText(), arguments(call));
    }
    operators++;
    if (context instanceof ComparisonContext comparison) {
      Operand left = operand(comparison.left);
      return new ConditionExpression.Comparison(
          operator(comparison.comparator()), left, operand(comparison.right));
    }
    if (context instanceof BetweenContext between) {
      Operand tested = operand(between.tested);
      Operand low = operand(between.low);
      return new ConditionExpression.Between(tested, low, operand(between.high));
    }
    InContext in = (InContext) context;
    return new ConditionExpression.In(operand(in.tested), operands(in.candidates));
  }

  private static ConditionExpression.Comparison.Operator operator(ComparatorContext context) {
    return switch (context.getStart().getType()) {
      case ExpressionTokens.EQUAL -> ConditionExpression.Comparison.Operator.EQUAL;
      case ExpressionTokens.NOT_EQUAL -> ConditionExpression.Comparison.Operator.NOT_EQUAL;
      case ExpressionTokens.LESS -> ConditionExpression.Comparison.Operator.LESS;
      case ExpressionTokens.LESS_OR_EQUAL -> ConditionExpression.Comparison.Operator.LESS_OR_EQUAL;
      case ExpressionTokens.GREATER -> ConditionExpression.Comparison.Operator.GREATER;
      default -> ConditionExpression.Comparison.Operator.GREATER_OR_EQUAL;
    };
  }

  UpdateExpression update(UpdateContext context) {
    List<UpdateExpression.Set> sets = new ArrayList<>();
    List<DocumentPath> removes = new ArrayList<>();
    List<UpdateExpression.Add> adds = new ArrayList<>();
    List<UpdateExpression.Delete> deletes = new ArrayList<>();
    List<UpdateExpression.Clause> clauses = new ArrayList<>();
    for (ClauseContext clause : context.clause()) {
      if (clause instanceof SetClauseContext set) {
        once(UpdateExpression.Clause.SET, clauses);
        for (SetActionContext action : set.setAction()) {
          DocumentPath path = path(action.path());
          sets.add(new UpdateExpression.Set(path, setValue(action.setValue())));
        }
      } else if (clause instanceof RemoveClauseContext remove) {
        once(UpdateExpression.Clause.REMOVE, clauses);
        for (PathContext path : remove.path()) {
          removes.add(path(path));
        }
      } else if (clause instanceof AddClauseContext add) {
        once(UpdateExpression.Clause.ADD, clauses);
        for (ValueActionContext action : add.valueAction()) {
          adds.add(new UpdateExpression.Add(path(action.path()), value(action)));
        }
      } else {
        once(UpdateExpression.Clause.DELETE, clauses);
        for (ValueActionContext action : ((DeleteClauseContext) clause).valueAction()) {
          deletes.add(new UpdateExpression.Delete(path(action.path()), value(action)));
        }
      }
    }
    return new UpdateExpression(sets, removes, adds, deletes, clauses);
  }

  private void once(UpdateExpression.Clause clause, List<UpdateExpression.Clause> before) {
    if (!before.contains(clause)) {
      before.add(clause);
    } else if (duplicateClause == null) {
      duplicateClause = clause.name();
    }
  }

  private Operand setValue(SetValueContext context) {
    SetValueContext value = context;
    while (value.setValue() != null) {
      value = value.setValue();
    }
    Operand left = setOperand(value.left);
    if (value.operator == null) {
      return left;
    }
    operators++;
    return new Operand.Arithmetic(
        value.operator.getType() == ExpressionTokens.PLUS
            ? Operand.Arithmetic.Operator.PLUS
            : Operand.Arithmetic.Operator.MINUS,
        left,
        setOperand(value.right));
  }

  private Operand setOperand(SetOperandContext context) {
    SetOperandContext operand = context;
    while (operand.setOperand() != null) {
      operand = operand.setOperand();
    }
    SetCallContext call = operand.setCall();
    if (call != null) {
      operators++;
      List<Operand> arguments = new ArrayList<>();
      for (SetOperandContext argument : call.setOperand()) {
        arguments.add(setOperand(argument));
      }
      return new Operand.Call(call.WORD().getText(), arguments);
    }
    TerminalNode value = operand.VALUE_PLACEHOLDER();
    return value != null
        ? new Operand.Value(value.getText())
        : new Operand.Path(path(operand.path()));
  }

  private static Operand value(ValueActionContext context) {
    return new Operand.Value(context.VALUE_PLACEHOLDER().getText());
  }

  ProjectionExpression projection(ProjectionContext context) {
    List<DocumentPath> paths = new ArrayList<>();
    for (PathContext path : context.path()) {
      paths.add(path(path));
    }
    return new ProjectionExpression(paths);
  }

  private Operand operand(OperandContext context) {
    OperandContext operand = context;
    while (operand.operand() != null) {
      operand = operand.operand();
    }
    CallContext call = operand.call();
    if (call != null) {
      return new Operand.Call(call.WORD().getText(), arguments(call));
    }
    TerminalNode value = operand.VALUE_PLACEHOLDER();
    if (value != null) {
      return new Operand.Value(value.getText());
    }
    List<PathElement> elements = new ArrayList<>();
    elements(operand.groupedPath(), elements);
    return new Operand.Path(new DocumentPath(elements));
  }

  private List<Operand> arguments(CallContext call) {
    operators++;
    return operands(call.operand());
  }

  private List<Operand> operands(List<OperandContext> contexts) {
    List<Operand> operands = new ArrayList<>(contexts.size());
    for (OperandContext context : contexts) {
      operands.add(operand(context));
    }
    return operands;
  }

  private void elements(GroupedPathContext context, List<PathElement> elements) {
    if (context.name() != null) {
      elements.add(element(context.name()));
    } else {
      elements(context.groupedPath(), elements);
    }
    steps(context.step(), elements);
  }

  private DocumentPath path(PathContext context) {
    List<PathElement> elements = new ArrayList<>();
    elements.add(element(context.name()));
    steps(context.step(), elements);
    return new DocumentPath(elements);
  }

  private void steps(List<StepContext> steps, List<PathElement> elements) {
    for (StepContext step : steps) {
      elements.add(step.name() != null ? element(step.name()) : index(step.INTEGER()));
    }
  }

  private PathElement element(NameContext context) {
    Token token = context.getStart();
    if (token.getType() == ExpressionTokens.NAME_PLACEHOLDER) {
      return new PathElement.Placeholder(token.getText());
    }
    String name = token.getText();
    if (reservedWord == null && ReservedWords.contains(name)) {
      reservedWord = name;
    }
    return new PathElement.Name(name);
  }

  private PathElement index(TerminalNode integer) {
    String digits = integer.getText();
    long index = 0;
    for (int i = 0; i < digits.length() && index <= Integer.MAX_VALUE; i++) {
      index = index * 10 + (digits.charAt(i) - '0');
    }
    if (index <= Integer.MAX_VALUE) {
      return new PathElement.Index((int) index);
    }
    if (problem == null) {
      problem = SyntaxProblem.of(SyntaxProblem.Kind.INDEX_OUT_OF_RANGE, digits);
    }
    return new PathElement.Index(Integer.MAX_VALUE);
  }
}
