package dev.monotable.expression.partiql;

import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Short factory methods for expected syntax trees. Terms are on the first line at a given column.
 * The length of their first token follows from their content.
 */
final class Terms {
  private Terms() {}

  static Statement statement(String text) {
    if (PartiqlParser.parse(text) instanceof ParsedStatement.Success success) {
      return success.statement();
    }
    throw new AssertionError(PartiqlParser.parse(text) + ": " + text);
  }

  /** Parses the condition of {@code SELECT * FROM t WHERE …}, which begins at column 23. */
  static Term where(String condition) {
    return ((Statement.Select) statement("SELECT * FROM t WHERE " + condition)).where();
  }

  static Position at(int column, int length) {
    return new Position(1, column, length);
  }

  static Statement.Source source(int column, int length, String... components) {
    return new Statement.Source(List.of(components), false, at(column, length));
  }

  /** Creates a name without quotes. */
  static Term.Step name(int column, String name) {
    return new Term.Step(Term.Step.Kind.NAME, name, at(column, name.length()));
  }

  static Term.Step index(int column, String text, int length) {
    return new Term.Step(Term.Step.Kind.INDEX, text, at(column, length));
  }

  static Term.Path path(Term.Step... steps) {
    return new Term.Path(List.of(steps), steps[0].position());
  }

  static Term.Path path(int column, String name) {
    return path(name(column, name));
  }

  static Term text(int column, String value) {
    return new Term.Text(value, at(column, value.length() + 2));
  }

  static Term number(int column, String text) {
    return new Term.Number(text, at(column, text.length()));
  }

  static Term truth(int column, boolean value) {
    return new Term.Truth(value, at(column, value ? 4 : 5));
  }

  static Term parameter(int column, int index) {
    return new Term.Parameter(index, at(column, 1));
  }

  static Term list(int column, Term... elements) {
    return new Term.ListOf(List.of(elements), at(column, 1));
  }

  static Term bag(int column, Term... elements) {
    return new Term.Bag(List.of(elements), at(column, 2));
  }

  /**
   * @param namesAndValues alternating names and values
   */
  static Term map(int column, Term... namesAndValues) {
    List<Term.Member> members = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.add(new Term.Member(namesAndValues[i], namesAndValues[i + 1]));
    }
    return new Term.MapOf(members, at(column, 1));
  }

  static Term call(int column, String function, Term... arguments) {
    return new Term.Call(function, Arrays.asList(arguments), false, at(column, function.length()));
  }

  static Term compare(Operator operator, Term left, Term right) {
    return new Term.Comparison(operator, left, right);
  }

  static Term equal(Term left, Term right) {
    return compare(Operator.EQUAL, left, right);
  }

  static Term not(int column, int length, Term operand) {
    return new Term.Not(operand, at(column, length));
  }

  static Term and(Term... parts) {
    return new Term.And(List.of(parts));
  }

  static Term or(Term... parts) {
    return new Term.Or(List.of(parts));
  }

  static Statement.Change set(Term.Path path, Term value) {
    return new Statement.Change(path, value);
  }

  static Statement.Change remove(Term.Path path) {
    return new Statement.Change(path, null);
  }
}
