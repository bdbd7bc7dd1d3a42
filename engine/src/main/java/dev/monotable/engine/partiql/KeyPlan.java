package dev.monotable.engine.partiql;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The queries to which a WHERE clause is equivalent, if there are any.
 *
 * <p>Alternatives that name the key, including {@code IN}, are multiplied out, until each
 * determines which part of the table or index is read. If each of them gives the partition key a
 * value, each is a query; otherwise the statement is a Scan. Alternatives that do not name the key
 * remain a filter. All of this was recorded from AWS (floci-io/floci {@code
 * DynamoDbPartiQLEdgeCaseIntegrationTest}).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.select.html">PartiQL
 *     select statements for DynamoDB</a>
 */
public final class KeyPlan {
  /**
   * A condition on the sort key.
   *
   * @param operator null for equality
   * @param low the operand; for BETWEEN the lower bound
   * @param high the upper bound of BETWEEN, otherwise null
   */
  public record SortCondition(
      KeyCondition.@Nullable Operator operator, AttributeValue low, @Nullable AttributeValue high) {
    boolean hasType(KeyAttribute key) {
      return low.type() == key.type() && (high == null || high.type() == key.type());
    }
  }

  /**
   * One query.
   *
   * @param partition all values that it requires the partition key to have, one or more
   * @param sort all conditions on the sort key that a key range can express
   * @param negated whether the sort key has a condition that a key range cannot express: {@code <>}
   *     or NOT
   * @param filtered the attributes of the remaining conditions
   */
  public record Branch(
      List<AttributeValue> partition,
      List<SortCondition> sort,
      boolean negated,
      Set<String> filtered) {
    /** Returns whether the partition key is required to have two different values. */
    public boolean isContradictory() {
      for (AttributeValue value : partition) {
        if (!value.equals(partition.get(0))) {
          return true;
        }
      }
      return false;
    }
  }

  private final KeyAttribute partition;
  private final @Nullable KeyAttribute sort;
  private final StatementCompiler compiler;
  private final Limits limits;

  private KeyPlan(
      KeyAttribute partition,
      @Nullable KeyAttribute sort,
      StatementCompiler compiler,
      Limits limits) {
    this.partition = partition;
    this.sort = sort;
    this.compiler = compiler;
    this.limits = limits;
  }

  /**
   * Returns the queries to which a WHERE clause is equivalent, or null if the statement is a Scan.
   *
   * @throws FaultException if there are too many queries
   */
  public static @Nullable List<Branch> of(
      @Nullable Term where,
      KeyAttribute partition,
      @Nullable KeyAttribute sort,
      StatementCompiler compiler,
      Limits limits) {
    KeyPlan plan = new KeyPlan(partition, sort, compiler, limits);
    if (where == null || !plan.pins(where)) {
      return null;
    }
    List<Branch> branches = new ArrayList<>();
    for (List<Term> leaves : plan.alternatives(where)) {
      branches.add(plan.branch(leaves));
    }
    return branches;
  }

  /**
   * Checks that the values for key attributes have the types of the key schema.
   *
   * @throws FaultException naming the first attribute with a value of another type
   */
  public static void requireTypes(
      List<Branch> branches, KeyAttribute partition, @Nullable KeyAttribute sort) {
    for (Branch branch : branches) {
      for (AttributeValue value : branch.partition()) {
        if (value.type() != partition.type()) {
          throw new FaultException(StatementFault.Plain.KEY_ATTRIBUTE_TYPE.with(partition.name()));
        }
      }
      for (SortCondition condition : branch.sort()) {
        if (sort != null && !condition.hasType(sort)) {
          throw new FaultException(StatementFault.Plain.KEY_ATTRIBUTE_TYPE.with(sort.name()));
        }
      }
    }
  }

  /**
   * Checks that the attributes of a key have the types of the key schema.
   *
   * @throws FaultException naming the first attribute with a value of another type
   */
  public static void requireTypes(Item key, List<KeyAttribute> attributes) {
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = key.find(attribute.name());
      if (value != null && value.type() != attribute.type()) {
        throw new FaultException(StatementFault.Plain.KEY_ATTRIBUTE_TYPE.with(attribute.name()));
      }
    }
  }

  /** Returns whether every alternative gives the partition key a value. */
  private boolean pins(Term term) {
    if (term instanceof Term.And and) {
      for (Term part : and.parts()) {
        if (pins(part)) {
          return true;
        }
      }
      return false;
    }
    if (term instanceof Term.Or or) {
      for (Term part : or.parts()) {
        if (!pins(part)) {
          return false;
        }
      }
      return true;
    }
    if (term instanceof Term.In in) {
      return isAttribute(in.operand(), partition) && areValues(in);
    }
    return equalTo(term, partition) != null;
  }

  /**
   * Multiplies out the conditions on the key; each alternative is a list of conditions joined by
   * AND.
   */
  private List<List<Term>> alternatives(Term term) {
    if (term instanceof Term.And and) {
      List<List<Term>> all = List.of(List.of());
      for (Term part : and.parts()) {
        all = multiply(all, alternatives(part));
      }
      return all;
    }
    if (term instanceof Term.Or or && namesKey(or)) {
      List<List<Term>> all = new ArrayList<>();
      for (Term part : or.parts()) {
        all.addAll(alternatives(part));
        requireFew(all.size());
      }
      return all;
    }
    if (term instanceof Term.In in && namesKey(in.operand()) && areValues(in)) {
      List<Term> candidates = compiler.candidates(in);
      requireFew(candidates.size());
      List<List<Term>> all = new ArrayList<>(candidates.size());
      for (Term candidate : candidates) {
        all.add(List.of(new Term.Comparison(Operator.EQUAL, in.operand(), candidate)));
      }
      return all;
    }
    return List.of(List.of(term));
  }

  private List<List<Term>> multiply(List<List<Term>> left, List<List<Term>> right) {
    requireFew(left.size() * right.size());
    List<List<Term>> all = new ArrayList<>(left.size() * right.size());
    for (List<Term> one : left) {
      for (List<Term> other : right) {
        List<Term> both = new ArrayList<>(one.size() + other.size());
        both.addAll(one);
        both.addAll(other);
        all.add(both);
      }
    }
    return all;
  }

  private void requireFew(int branches) {
    if (branches > limits.statement().maxReads()) {
      throw new FaultException(StatementFault.Plain.TOO_MANY_READS);
    }
  }

  private boolean areValues(Term.In in) {
    for (Term candidate : compiler.candidates(in)) {
      if (compiler.literal(candidate) == null) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAttribute(Term term, @Nullable KeyAttribute key) {
    return key != null
        && term instanceof Term.Path path
        && path.isAttribute()
        && path.attribute().equals(key.name());
  }

  private boolean namesKey(Term term) {
    Set<String> names = new HashSet<>();
    addNames(term, names);
    return names.contains(partition.name()) || (sort != null && names.contains(sort.name()));
  }

  /**
   * Returns the value that a term requires a key attribute to equal, or null if the term is not
   * such a condition.
   */
  private @Nullable AttributeValue equalTo(Term term, @Nullable KeyAttribute key) {
    if (!(term instanceof Term.Comparison comparison) || comparison.operator() != Operator.EQUAL) {
      return null;
    }
    if (isAttribute(comparison.left(), key)) {
      return compiler.literal(comparison.right());
    }
    return isAttribute(comparison.right(), key) ? compiler.literal(comparison.left()) : null;
  }

  private Branch branch(List<Term> leaves) {
    List<AttributeValue> values = new ArrayList<>(1);
    List<SortCondition> conditions = new ArrayList<>(1);
    boolean negated = false;
    Set<String> filtered = new HashSet<>();
    for (Term leaf : leaves) {
      AttributeValue value = equalTo(leaf, partition);
      if (value != null) {
        values.add(value);
        continue;
      }
      SortCondition condition = sort == null ? null : sortCondition(leaf);
      if (condition != null) {
        conditions.add(condition);
        continue;
      }
      negated |= sort != null && isNegation(leaf);
      addNames(leaf, filtered);
    }
    return new Branch(values, conditions, negated, filtered);
  }

  private boolean isNegation(Term leaf) {
    boolean negates =
        leaf instanceof Term.Not
            || (leaf instanceof Term.Comparison comparison
                && comparison.operator() == Operator.NOT_EQUAL);
    if (!negates || sort == null) {
      return false;
    }
    Set<String> names = new HashSet<>();
    addNames(leaf, names);
    return names.contains(sort.name());
  }

  private @Nullable SortCondition sortCondition(Term leaf) {
    if (leaf instanceof Term.Comparison comparison) {
      if (isAttribute(comparison.left(), sort)) {
        return compared(comparison.operator(), compiler.literal(comparison.right()), false);
      }
      return isAttribute(comparison.right(), sort)
          ? compared(comparison.operator(), compiler.literal(comparison.left()), true)
          : null;
    }
    if (leaf instanceof Term.Between between && isAttribute(between.operand(), sort)) {
      AttributeValue low = compiler.literal(between.low());
      AttributeValue high = compiler.literal(between.high());
      return low == null || high == null
          ? null
          : new SortCondition(KeyCondition.Operator.BETWEEN, low, high);
    }
    if (leaf instanceof Term.Call call
        && call.function().equals("begins_with")
        && call.arguments().size() == 2
        && isAttribute(call.arguments().get(0), sort)) {
      AttributeValue prefix = compiler.literal(call.arguments().get(1));
      return prefix == null
          ? null
          : new SortCondition(KeyCondition.Operator.BEGINS_WITH, prefix, null);
    }
    return null;
  }

  private static @Nullable SortCondition compared(
      Operator operator, @Nullable AttributeValue value, boolean valueFirst) {
    if (value == null || operator == Operator.NOT_EQUAL) {
      return null;
    }
    KeyCondition.Operator compared =
        switch (operator) {
          case EQUAL, NOT_EQUAL -> null;
          case LESS -> valueFirst ? KeyCondition.Operator.GREATER : KeyCondition.Operator.LESS;
          case GREATER -> valueFirst ? KeyCondition.Operator.LESS : KeyCondition.Operator.GREATER;
          case LESS_OR_EQUAL ->
              valueFirst
                  ? KeyCondition.Operator.GREATER_OR_EQUAL
                  : KeyCondition.Operator.LESS_OR_EQUAL;
          case GREATER_OR_EQUAL ->
              valueFirst
                  ? KeyCondition.Operator.LESS_OR_EQUAL
                  : KeyCondition.Operator.GREATER_OR_EQUAL;
        };
    return new SortCondition(compared, value, null);
  }

  /** Adds the names of the top-level attributes in a condition that DynamoDB supports. */
  private static void addNames(Term term, Set<String> names) {
    if (term instanceof Term.Path path) {
      names.add(path.attribute());
    } else if (!(term instanceof Term.Bag
        || term instanceof Term.Like
        || term instanceof Term.Signed
        || term instanceof Term.Arithmetic)) {
      term.parts().forEach(part -> addNames(part, names));
    }
  }
}
