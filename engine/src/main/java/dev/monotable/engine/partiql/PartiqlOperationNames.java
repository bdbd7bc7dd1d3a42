package dev.monotable.engine.partiql;

import dev.monotable.expression.partiql.Term;

/** What AWS calls the operations of PartiQL that it reads and does not run. */
final class PartiqlOperationNames {
  private PartiqlOperationNames() {}

  /** The name of a term; {@code IsType} is AWS's own, the others are after it. */
  static String name(Term term) {
    return switch (term.type()) {
      case PATH -> "Path";
      case TEXT, NUMBER, TRUTH, NULL -> "Literal";
      case MISSING -> "Missing";
      case PARAMETER -> "Parameter";
      case LIST -> "List";
      case BAG -> "Bag";
      case MAP -> "Struct";
      case CALL -> "Call";
      case AND -> "And";
      case OR -> "Or";
      case NOT -> "Not";
      case COMPARISON -> "Comparison";
      case BETWEEN -> "Between";
      case IN -> "InCollection";
      case IS -> "IsType";
      case LIKE -> "Like";
      case SIGNED -> ((Term.Signed) term).negative() ? "Neg" : "Pos";
      case ARITHMETIC -> ((Term.Arithmetic) term).operator();
      case SUBSELECT -> "Select";
    };
  }
}
