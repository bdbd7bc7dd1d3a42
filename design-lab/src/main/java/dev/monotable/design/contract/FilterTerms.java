package dev.monotable.design.contract;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.ConditionExpression.And;
import dev.monotable.expression.ConditionExpression.Between;
import dev.monotable.expression.ConditionExpression.Call;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.ExpressionParser;
import dev.monotable.expression.Operand;
import dev.monotable.expression.ParseResult;
import dev.monotable.expression.PathElement;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a filter that are joined by AND.
 *
 * @param terms those that a key condition could express
 * @param others the number of others
 */
record FilterTerms(List<KeyTerm> terms, int others) {
  FilterTerms {
    terms = List.copyOf(terms);
  }

  /** Returns the conditions of a filter; null if it is not an expression, but a statement. */
  static @Nullable FilterTerms of(ExpressionText filter) {
    if (!(ExpressionParser.condition(filter.text())
        instanceof ParseResult.Success<ConditionExpression> success)) {
      return null;
    }
    List<ConditionExpression> conjuncts = new ArrayList<>();
    flatten(success.tree(), conjuncts);
    List<KeyTerm> terms = new ArrayList<>();
    for (ConditionExpression conjunct : conjuncts) {
      KeyTerm term = term(conjunct, filter);
      if (term != null) {
        terms.add(term);
      }
    }
    return new FilterTerms(terms, conjuncts.size() - terms.size());
  }

  private static void flatten(ConditionExpression tree, List<ConditionExpression> into) {
    if (tree instanceof And and) {
      flatten(and.left(), into);
      flatten(and.right(), into);
    } else {
      into.add(tree);
    }
  }

  private static @Nullable KeyTerm term(ConditionExpression condition, ExpressionText filter) {
    if (condition instanceof ConditionExpression.Comparison compared) {
      boolean pathFirst = compared.left() instanceof Operand.Path;
      Comparison comparison = comparison(compared.operator(), pathFirst);
      return comparison == null
          ? null
          : term(
              pathFirst ? compared.left() : compared.right(),
              comparison,
              filter,
              pathFirst ? compared.right() : compared.left());
    }
    if (condition instanceof Between between) {
      return term(between.operand(), Comparison.BETWEEN, filter, between.low(), between.high());
    }
    if (condition instanceof Call call
        && call.function().equals("begins_with")
        && call.arguments().size() == 2) {
      return term(call.arguments().get(0), Comparison.BEGINS_WITH, filter, call.arguments().get(1));
    }
    return null;
  }

  private static @Nullable KeyTerm term(
      Operand path, Comparison comparison, ExpressionText filter, Operand... operands) {
    String name = path instanceof Operand.Path attribute ? name(attribute.path(), filter) : null;
    List<AttributeValue> values = new ArrayList<>();
    for (Operand operand : operands) {
      AttributeValue value =
          operand instanceof Operand.Value placeholder
              ? filter.values().find(placeholder.placeholder())
              : null;
      if (name == null || value == null || !value.type().isKeyType()) {
        return null;
      }
      values.add(value);
    }
    return name == null ? null : new KeyTerm(name, comparison, values);
  }

  /** Returns the name of a top-level attribute; null for other paths. */
  private static @Nullable String name(DocumentPath path, ExpressionText filter) {
    if (path.elements().size() != 1) {
      return null;
    }
    PathElement element = path.elements().get(0);
    if (element instanceof PathElement.Placeholder placeholder) {
      return filter.names().get(placeholder.placeholder());
    }
    return element instanceof PathElement.Name name ? name.name() : null;
  }

  private static @Nullable Comparison comparison(
      ConditionExpression.Comparison.Operator operator, boolean pathFirst) {
    return switch (operator) {
      case EQUAL -> Comparison.EQUAL;
      case NOT_EQUAL -> null;
      case LESS -> pathFirst ? Comparison.LESS : Comparison.GREATER;
      case LESS_OR_EQUAL -> pathFirst ? Comparison.LESS_OR_EQUAL : Comparison.GREATER_OR_EQUAL;
      case GREATER -> pathFirst ? Comparison.GREATER : Comparison.LESS;
      case GREATER_OR_EQUAL -> pathFirst ? Comparison.GREATER_OR_EQUAL : Comparison.LESS_OR_EQUAL;
    };
  }
}
