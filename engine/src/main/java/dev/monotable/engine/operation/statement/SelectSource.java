package dev.monotable.engine.operation.statement;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.expression.Columns;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.operation.legacy.LegacyText;
import dev.monotable.engine.operation.read.KeyRestrictions;
import dev.monotable.engine.operation.read.PageSource;
import dev.monotable.engine.partiql.KeyPlan;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statement of a SELECT about its page. */
record SelectSource(
    String statement,
    List<KeyRestriction> keyConditions,
    boolean filtered,
    PreparedStatement select,
    List<Item> subjects,
    @Nullable Item startKey,
    @Nullable Integer limit)
    implements PageSource {

  /** Returns the source of a planned SELECT. */
  static SelectSource of(
      PreparedStatement statement,
      ReadPlan plan,
      Limits limits,
      ExecuteStatementInput request,
      @Nullable StatementToken token) {
    KeySchema keys = plan.path().keys().schema();
    KeyAttribute partition = keys.partition().get(0);
    KeyAttribute sort = keys.sort().isEmpty() ? null : keys.sort().get(0);
    List<KeyPlan.Branch> branches =
        KeyPlan.of(statement.where().term(), partition, sort, statement.compiler(), limits);
    List<KeyRestriction> conditions = new ArrayList<>();
    List<Item> subjects = new ArrayList<>(1);
    boolean filtered = branches == null && statement.where().condition() != null;
    if (branches != null) {
      for (KeyPlan.Branch branch : branches) {
        conditions.add(restriction(branch, partition, sort));
        subjects.add(subject(branch, partition, sort));
        filtered |= branch.negated() || branch.isContradictory() || !branch.filtered().isEmpty();
      }
    }
    return new SelectSource(
        request.statement(),
        conditions,
        filtered,
        statement,
        subjects,
        token == null ? null : token.after(),
        request.limit());
  }

  /** Returns a statement as a text for observers. */
  static ExpressionText text(String statement) {
    return new ExpressionText(statement, Map.of(), Item.EMPTY);
  }

  private static KeyRestriction restriction(
      KeyPlan.Branch branch, KeyAttribute partition, @Nullable KeyAttribute sort) {
    List<KeyTerm> terms = new ArrayList<>(2);
    terms.add(
        new KeyTerm(
            partition.name(), KeyTerm.Comparison.EQUAL, List.of(branch.partition().get(0))));
    if (sort != null) {
      for (KeyPlan.SortCondition condition : branch.sort()) {
        terms.add(
            new KeyTerm(
                sort.name(),
                KeyRestrictions.comparison(condition.operator()),
                condition.high() == null
                    ? List.of(condition.low())
                    : List.of(condition.low(), condition.high())));
      }
    }
    return new KeyRestriction(terms);
  }

  /** Returns the attributes that the statement compares with {@code =}. */
  private static Item subject(
      KeyPlan.Branch branch, KeyAttribute partition, @Nullable KeyAttribute sort) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    values.put(partition.name(), branch.partition().get(0));
    if (sort != null) {
      for (KeyPlan.SortCondition condition : branch.sort()) {
        if (condition.operator() == null) {
          values.put(sort.name(), condition.low());
        }
      }
    }
    return Item.of(values);
  }

  @Override
  public @Nullable ExpressionText filter() {
    return filtered ? text(statement) : null;
  }

  @Override
  public @Nullable ExpressionText projection() {
    return projection(select);
  }

  /** Returns the listed attributes; null for all. */
  static @Nullable ExpressionText projection(PreparedStatement select) {
    Columns columns = select.read().columns();
    return columns == null ? null : LegacyText.projection(columns.topLevelNames());
  }
}
