package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.NESTING;
import static dev.monotable.engine.error.Phrases.NOT_A_NUMBER;
import static dev.monotable.engine.error.Phrases.NOT_WELL_FORMED;
import static dev.monotable.engine.error.Phrases.invalid;

import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;

/** Faults of PartiQL statements. */
public sealed interface StatementFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements StatementFault, FaultText {
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
    // Source: quoted in dynoxide, recorded from AWS.
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
    EXISTS_WITHOUT_CONDITION("EXISTS() must contain a single item read with additional condition"),
    /**
     * An INSERT names an index. Source: dynoxide, partiql: with the position of the table's name,
     * not of the index name.
     */
    INSERT_INTO_INDEX(
        "FROM clause may only contain a single table name in data manipulation statements at %s"),
    /** A clause that DynamoDB parses but does not support. Source: dbimp, for LIMIT. */
    UNSUPPORTED_CLAUSE("Unsupported clause: %s"),
    /**
     * An operation that DynamoDB parses but does not support in this place. Source: parity,
     * partiqlGrammar, for {@code IsType}; the names of all others are ours.
     */
    UNSUPPORTED_OPERATION("Unsupported operation: %s"),
    /** No function has this name. Source: parity, partiqlFunctions. */
    UNRECOGNIZED_FUNCTION("Unrecognized function: %s at %s"),
    /** A term that is not a path, where a path is required. Source: parity, partiqlFunctions. */
    UNEXPECTED_PATH_COMPONENT("Unexpected path component at %s"),
    /** Two columns with the same name. Source: dbimp. */
    DUPLICATE_COLUMN("Duplicate identifiers in select clause: %s"),
    /**
     * The first argument of a set function is not the attribute that SET assigns. Source: parity,
     * partiqlFunctions.
     */
    SET_FUNCTION_TARGET("The first argument to %s must equal the assignment value at %s"),
    /** A set function has too few or too many arguments. Source: parity, partiqlFunctions. */
    SET_FUNCTION_COUNT("%s must have exactly two arguments at %s"),
    /** The second argument of a set function is not a set. Source: parity, partiqlFunctions. */
    SET_FUNCTION_VALUE("The second argument to %s must be a value with type SET at %s"),
    /** A value does not have the type of the key attribute. Source: floci. */
    KEY_ATTRIBUTE_TYPE(
        "Key attribute's data type should match its data type in table's schema: Key %s"),
    /**
     * The WHERE clause of a write requires several values of the same key attribute. Source: floci.
     */
    SEVERAL_KEYS(
        "Multiple conditions on same key %s. Only single item Update/Insert/Delete are supported"),
    /** ORDER BY names an attribute that is not part of the key. Source: floci. */
    ORDER_BY_NON_KEY("Attribute %s in ORDER BY clause must be part of the primary key"),
    /** A DELETE has a RETURNING clause that it does not support. Source: parity, partiql. */
    DELETE_RETURNING(
        "Invalid returning clause: RETURNING %s. Only RETURNING ALL OLD * is allowed in "
            + "DELETE statements."),
    /** The second argument of {@code attribute_type} is not the name of a type. Source: floci. */
    UNKNOWN_STATEMENT_TYPE_NAME(
        "Invalid attribute type name found; type: %s, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}"),
    /**
     * The text is not a statement: another token is expected. Source: parity, partiqlGrammar; the
     * names of tokens besides RIGHT_PAREN are ours.
     */
    TOKEN_EXPECTED(NOT_WELL_FORMED + "Expected %s"),
    /** A statement of a transaction is invalid. Source: parity, partiql. */
    IN_TRANSACTION("Validation failed in TransactStatements[%s]: %s"),
    /** A list index is too large. Source: floci. */
    LITERAL_LIST_INDEX("List index is not within the allowable range; index: [%s] at %s"),
    // The literals in statements.
    // Source: parity, partiqlFunctions.
    EMPTY_BAG("Empty bags are not supported"),
    // Source: floci.
    MIXED_BAG(
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"),
    /** A literal is nested too deeply. */
    NESTING_TOO_DEEP(NESTING),
    /**
     * A term that is not a value in a list, a map or an item. Source: floci; parity,
     * partiqlFunctions.
     */
    UNSUPPORTED_VALUE("Unsupported data type: %s under key %s at %s"),
    /** The value of an INSERT is not a map literal. Observed of DynamoDB Local. */
    NOT_AN_ITEM(
        "Unsupported format in item expression. Please use struct format {...} to "
            + "express item values for insert statement. at %s"),
    /** A term in a literal that is not a member name. Observed of DynamoDB Local. */
    INVALID_MEMBER_NAME("Tuple keys must be of type String. Actual type: %s under %s at %s"),
    /** A literal has a member name twice. Observed of DynamoDB Local. */
    DUPLICATE_MEMBER("Duplicate keys in tuple. Key: %s under %s at %s"),
    /** Equal strings in a set. Source: parity, partiqlFunctions; floci. */
    DUPLICATE_STRINGS(invalid("Input collection [%s] contains duplicates.")),
    /** Equal numbers in a set, as they are written in the statement. Source: floci. */
    DUPLICATE_NUMBERS(invalid("Input collection [%s] contains duplicates! under %s")),
    /** A part of a literal, such as a number, is invalid. Source: parity, partiqlGrammar. */
    INVALID_LITERAL("%s under %s");

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
      ValueTexts.SentNumber number = ValueTexts.SentNumber.find(sent);
      if (number == null) {
        return NOT_A_NUMBER + ": " + sent;
      }
      ValueFault.Kind kind =
          number.isLarge() ? ValueFault.Kind.NUMBER_OVERFLOW : ValueFault.Kind.NUMBER_UNDERFLOW;
      return wording.older().value(new ValueFault(kind, value.attribute(), value.arguments()));
    }
  }
}
