package dev.monotable.engine.partiql;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The key of the one item that a statement writes: the conditions of its WHERE clause that compare
 * key attributes by {@code =} and are joined by AND.
 *
 * @param key the first value given for each key attribute, for those that have one
 * @param isComplete whether every key attribute has a value
 * @param contradictory the first key attribute with two different values, or null
 * @param conditional whether the WHERE clause contains other conditions
 */
public record WriteKey(
    Item key, boolean isComplete, @Nullable String contradictory, boolean conditional) {

  /** Reads the conditions on the key attributes of a WHERE clause. */
  public static WriteKey of(
      @Nullable Term where, List<KeyAttribute> keys, StatementCompiler compiler) {
    List<Term> leaves = new ArrayList<>();
    if (where != null) {
      flatten(where, leaves);
    }
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    String contradictory = null;
    boolean conditional = false;
    for (Term leaf : leaves) {
      KeyAttribute key = equated(leaf, keys, compiler);
      if (key == null) {
        conditional = true;
        continue;
      }
      AttributeValue value = value((Term.Comparison) leaf, compiler);
      AttributeValue before = values.putIfAbsent(key.name(), value);
      if (before != null && !before.equals(value) && contradictory == null) {
        contradictory = key.name();
      }
    }
    return new WriteKey(Item.of(values), values.size() == keys.size(), contradictory, conditional);
  }

  private static void flatten(Term term, List<Term> leaves) {
    if (term instanceof Term.And and) {
      for (Term part : and.parts()) {
        flatten(part, leaves);
      }
    } else {
      leaves.add(term);
    }
  }

  private static @Nullable KeyAttribute equated(
      Term leaf, List<KeyAttribute> keys, StatementCompiler compiler) {
    if (!(leaf instanceof Term.Comparison comparison) || comparison.operator() != Operator.EQUAL) {
      return null;
    }
    KeyAttribute left = key(comparison.left(), keys);
    if (left != null) {
      return compiler.literal(comparison.right()) == null ? null : left;
    }
    return compiler.literal(comparison.left()) == null ? null : key(comparison.right(), keys);
  }

  private static AttributeValue value(Term.Comparison comparison, StatementCompiler compiler) {
    AttributeValue right = compiler.literal(comparison.right());
    AttributeValue value = right == null ? compiler.literal(comparison.left()) : right;
    if (value == null) {
      throw new IllegalStateException("a comparison without a value");
    }
    return value;
  }

  private static @Nullable KeyAttribute key(Term term, List<KeyAttribute> keys) {
    if (term instanceof Term.Path path && path.isAttribute()) {
      for (KeyAttribute key : keys) {
        if (key.name().equals(path.attribute())) {
          return key;
        }
      }
    }
    return null;
  }
}
