package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.NESTING;
import static dev.monotable.engine.error.Phrases.NOT_A_NUMBER;
import static dev.monotable.engine.error.Phrases.NOT_WELL_FORMED;
import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;

/** Faults of PartiQL statements. */
public sealed interface StatementFault extends Fault {
  /** Faults without data. */
  enum Plain implements StatementFault {
    // Source: moto test_dynamodb_statements; dbimp.
    TOO_FEW_PARAMETERS("Number of parameters in request and statement don't match."),
    // Source: parity, partiqlGrammar.
    ALIAS("Aliasing is not supported"),
    // Source: parity, partiql.
    TOO_MANY_COMPONENTS("A path may contain at most 2 components in the FROM clause"),
    // Source: parity, partiql.
    EMPTY_COMPONENT("Path component cannot be an empty string"),
    // Source: parity, indexQualifier.
    WRITE_ON_INDEX("This operation is not supported on an index"),
    // Not in any recording.
    SEVERAL_SOURCES("A statement reads one table or one index"),
    // Observed of DynamoDB Local.
    INSERT_RETURNING("RETURNING is not supported in INSERT"),
    // Source: parity, partiqlGrammar.
    WRITE_WITHOUT_KEY("Where clause does not contain a mandatory equality on all key attributes"),
    // Source: floci.
    OVERLAP("Overlapping conditions with range keys are not supported in where clause"),
    // Source: floci.
    TOO_MANY_READS("Too many decomposed read operations for a given query."),
    // Source: parity, partiql: Query and Scan name the index here.
    NO_SUCH_INDEX("The table does not have the specified index"),
    // Source: parity, partiql: the message of Query and Scan differs.
    CONSISTENT_GLOBAL_READ("Strongly consistent read is not supported on Global Secondary Indexes"),
    // Source: parity, partiqlMultiAttributeIndex.
    MULTI_ATTRIBUTE_INDEX(
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys "
            + "or multi-attribute RANGE keys."),
    // Source: floci.
    ORDER_WITHOUT_WHERE("Must have WHERE clause in the statement when using ORDER BY clause."),
    // Source: floci.
    ORDER_WITHOUT_PARTITION(
        "Must have at least one non-optional hash key condition in WHERE clause when "
            + "using ORDER BY clause."),
    // Source: floci.
    ORDER_OF_PARTITIONS(
        "Must have hash key in ORDER BY clause when more than one hash key condition "
            + "specified in WHERE clause."),
    // quoted in dynoxide, recorded from AWS.
    TOKEN_INVALID("Invalid NextToken"),
    // Source: aws/aws-sdk-js-v3 issue 4424; floci.
    TOKEN_OF_OTHER("NextToken does not match request"),
    // Source: floci.
    EXISTS_OUTSIDE("EXISTS can only be used in ExecuteTransaction write requests."),
    // Source: parity, batchExecuteStatement.
    BATCH_READ_WITHOUT_KEY(
        "Select statements within BatchExecuteStatement must specify the primary key in "
            + "the where clause."),
    // Source: dynoxide, partiql.
    MIXED_BATCH("Read and write requests together in the same batch is not supported."),
    // Source: floci; dbimp.
    MIXED_TRANSACTION(
        "ExecuteTransaction API does not support both read and write operations in the "
            + "same request."),
    // Source: parity, partiqlFunctions.
    TRANSACTION_READ_WITHOUT_KEY(
        "Select statements within ExecuteTransaction must specify the primary key in the "
            + "where clause."),
    // Source: parity, partiql.
    TRANSACTION_ON_INDEX("Reads on indices are not supported within transactions."),
    // Source: parity, partiql.
    TRANSACTION_RETURNING("RETURNING clause is not supported in ExecuteTransaction."),
    // Source: parity, partiqlFunctions.
    EXISTS_WITHOUT_CONDITION("EXISTS() must contain a single item read with additional condition");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * An INSERT names an index. Source: dynoxide, partiql: with the position of the table's name, not
   * of the index name.
   */
  record InsertIntoIndex(String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return "FROM clause may only contain a single table name in data manipulation statements at "
          + position;
    }
  }

  /** A clause that DynamoDB parses but does not support. Source: dbimp, for LIMIT. */
  record UnsupportedClause(String clause) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return "Unsupported clause: " + clause;
    }
  }

  /**
   * An operation that DynamoDB parses but does not support in this place. Source: parity,
   * partiqlGrammar, for {@code IsType}; the names of all others are ours.
   */
  record UnsupportedOperation(String operation) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return "Unsupported operation: " + operation;
    }
  }

  /** No function has this name. Source: parity, partiqlFunctions. */
  record UnrecognizedFunction(String function, String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase("Unrecognized function: %s at %s", function, position);
    }
  }

  /** A term that is not a path, where a path is required. Source: parity, partiqlFunctions. */
  record UnexpectedPathComponent(String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return "Unexpected path component at " + position;
    }
  }

  /** Two columns with the same name. Source: dbimp. */
  record DuplicateColumn(String name) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return "Duplicate identifiers in select clause: " + name;
    }
  }

  /**
   * The first argument of a set function is not the attribute that SET assigns. Source: parity,
   * partiqlFunctions.
   */
  record SetFunctionTarget(String function, String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "The first argument to %s must equal the assignment value at %s", function, position);
    }
  }

  /** A set function has too few or too many arguments. Source: parity, partiqlFunctions. */
  record SetFunctionCount(String function, String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase("%s must have exactly two arguments at %s", function, position);
    }
  }

  /** The second argument of a set function is not a set. Source: parity, partiqlFunctions. */
  record SetFunctionValue(String function, String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "The second argument to %s must be a value with type SET at %s", function, position);
    }
  }

  /** A value does not have the type of the key attribute. Source: floci. */
  record KeyAttributeType(String name) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return "Key attribute's data type should match its data type in table's schema: Key " + name;
    }
  }

  /**
   * The WHERE clause of a write requires several values of the same key attribute. Source: floci.
   */
  record SeveralKeys(String name) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Multiple conditions on same key %s. Only single item Update/Insert/Delete are supported",
          name);
    }
  }

  /** ORDER BY names an attribute that is not part of the key. Source: floci. */
  record OrderByNonKey(String name) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase("Attribute %s in ORDER BY clause must be part of the primary key", name);
    }
  }

  /** A DELETE has a RETURNING clause that it does not support. Source: parity, partiql. */
  record DeleteReturning(String returning) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Invalid returning clause: RETURNING %s. Only RETURNING ALL OLD * is allowed in "
              + "DELETE statements.",
          returning);
    }
  }

  /** The second argument of {@code attribute_type} is not the name of a type. Source: floci. */
  record UnknownStatementTypeName(String type) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Invalid attribute type name found; type: %s, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}",
          type);
    }
  }

  /**
   * The text is not a statement. The messages of AWS's parser, recorded in parity {@code
   * tests/tier3/error-messages/partiqlGrammar}.
   */
  record NotWellFormed(Syntax problem) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return NOT_WELL_FORMED
          + switch (problem) {
            case UNREADABLE -> "";
            case LEFTOVER_TOKEN -> "Unexpected token after expression";
            case EXPECTED_DATA_MANIPULATION -> "Expected data manipulation";
            case EXPECTED_SIMPLE_PATH -> "Expected identifier for simple path";
            case EXPECTED_TYPE_NAME -> "Expected type name";
            case INVALID_DOT_COMPONENT -> "Invalid path dot component";
            case MISSING_RIGHT_SIDE -> "Missing right-hand side expression of infix operator";
            case UNEXPECTED_KEYWORD -> "Unexpected keyword";
            case UNEXPECTED_OPERATOR -> "Unexpected operator";
            case UNEXPECTED_TERM -> "Unexpected term";
          };
    }
  }

  /** Why a text is not a statement. */
  enum Syntax {
    /** A token is invalid, or the statement is nested too deeply. */
    UNREADABLE,
    LEFTOVER_TOKEN,
    EXPECTED_DATA_MANIPULATION,
    EXPECTED_SIMPLE_PATH,
    EXPECTED_TYPE_NAME,
    INVALID_DOT_COMPONENT,
    MISSING_RIGHT_SIDE,
    UNEXPECTED_KEYWORD,
    UNEXPECTED_OPERATOR,
    UNEXPECTED_TERM
  }

  /**
   * The text is not a statement: another token is expected. Source: parity, partiqlGrammar; the
   * names of tokens besides RIGHT_PAREN are ours.
   *
   * @param token the expected token, such as {@code RIGHT_PAREN}
   */
  record TokenExpected(String token) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return NOT_WELL_FORMED + "Expected " + token;
    }
  }

  /**
   * A statement of a transaction is invalid. Source: parity, partiql.
   *
   * @param statement the position of the statement, from 0
   * @param cause why the statement is invalid
   */
  record InTransaction(int statement, Fault cause) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Validation failed in TransactStatements[%s]: %s", statement, wording.message(cause));
    }
  }

  /** A list index is too large. Source: floci. */
  record LiteralListIndex(String index, String position) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "%s at %s", wording.message(new ExpressionFault.ListIndexOutOfRange(index)), position);
    }
  }

  /**
   * A statement contains or produces a value that is invalid in any item. Source: floci: unlike the
   * message of UpdateItem, this one has no more detail on nesting.
   */
  record InvalidStatementValue(ValueFault value) implements StatementFault {
    @Override
    public String text(Wording wording) {
      return value.kind() == ValueFault.Kind.NESTING_TOO_DEEP
          ? NESTING
          : wording.older().value(value);
    }
  }

  /**
   * A parameter is a value that is invalid in any item. Sets are printed as before 2026 (floci). A
   * number whose exponent exceeds 32 bits is not a number, and the check of its magnitude overflows
   * beyond that (parity {@code partiqlParameterNumbers.test.ts}).
   */
  record InvalidParameter(ValueFault value) implements StatementFault {
    @Override
    public String text(Wording wording) {
      if (value.kind() != ValueFault.Kind.NUMBER_OVERFLOW
          && value.kind() != ValueFault.Kind.NUMBER_UNDERFLOW) {
        return wording.older().value(value);
      }
      String sent = value.arguments().get(0);
      if (sent.endsWith(Echo.MORE)) {
        return wording.older().value(value);
      }
      SentNumber number = SentNumber.find(sent);
      if (number == null) {
        return NOT_A_NUMBER + ": " + sent;
      }
      ValueFault.Kind kind =
          number.isLarge() ? ValueFault.Kind.NUMBER_OVERFLOW : ValueFault.Kind.NUMBER_UNDERFLOW;
      return wording.older().value(new ValueFault(kind, value.attribute(), value.arguments()));
    }
  }
}
