package dev.monotable.engine.partiql;

import static java.util.Map.entry;

import dev.monotable.expression.partiql.Term;
import java.util.Map;

/** AWS's names for the PartiQL operations that DynamoDB parses but does not support. */
final class PartiqlOperationNames {
  /** {@code IsType} is recorded from AWS; the others follow its pattern. */
  private static final Map<Class<? extends Term>, String> NAMES =
      Map.ofEntries(
          entry(Term.Path.class, "Path"),
          entry(Term.Text.class, "Literal"),
          entry(Term.Number.class, "Literal"),
          entry(Term.Truth.class, "Literal"),
          entry(Term.Null.class, "Literal"),
          entry(Term.Missing.class, "Missing"),
          entry(Term.Parameter.class, "Parameter"),
          entry(Term.ListOf.class, "List"),
          entry(Term.Bag.class, "Bag"),
          entry(Term.MapOf.class, "Struct"),
          entry(Term.Call.class, "Call"),
          entry(Term.And.class, "And"),
          entry(Term.Or.class, "Or"),
          entry(Term.Not.class, "Not"),
          entry(Term.Comparison.class, "Comparison"),
          entry(Term.Between.class, "Between"),
          entry(Term.In.class, "InCollection"),
          entry(Term.Is.class, "IsType"),
          entry(Term.Like.class, "Like"),
          entry(Term.Subselect.class, "Select"));

  private PartiqlOperationNames() {}

  static String of(Term term) {
    if (term instanceof Term.Signed signed) {
      return signed.negative() ? "Neg" : "Pos";
    }
    if (term instanceof Term.Arithmetic arithmetic) {
      return arithmetic.operator();
    }
    String name = NAMES.get(term.getClass());
    if (name == null) {
      throw new IllegalArgumentException("no name for " + term.getClass());
    }
    return name;
  }
}
