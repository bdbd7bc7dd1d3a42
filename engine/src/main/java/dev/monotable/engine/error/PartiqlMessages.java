package dev.monotable.engine.error;

import dev.monotable.value.ValueFault;
import java.util.List;

/**
 * What AWS says of PartiQL statements. Spelling is AWS's own.
 *
 * <p>Sources, all recorded from the service: <i>conformance</i> is nubo-db/dynamodb-conformance and
 * paritysuite/dynamodb-conformance, {@code tests/tier2/partiql} and {@code
 * tests/tier3/error-messages/partiql*}; <i>floci</i> is floci-io/floci, {@code
 * DynamoDbPartiQLEdgeCaseIntegrationTest} and {@code
 * DynamoDbPartiQLDocumentedSyntaxIntegrationTest}; <i>dynoxide</i> is nubo-db/dynoxide, {@code
 * tests/partiql*} and {@code src/partiql/parser.rs}. <i>dbimp</i> is xo/dbimp, {@code DYNAMODB.md},
 * recorded from DynamoDB Local. <i>ours</i> is in no recording.
 */
public final class PartiqlMessages {
  /** conformance, partiqlGrammar: at the end of a message, or all of it, with nothing behind. */
  private static final String NOT_WELL_FORMED =
      "Statement wasn't well formed, can't be processed: ";

  private static final String INVALID = "One or more parameter values were invalid: ";

  // Of statements as a whole.

  /** moto {@code test_dynamodb_statements}; dbimp. */
  public static final String TOO_FEW_PARAMETERS =
      "Number of parameters in request and statement don't match.";

  /** conformance, partiqlGrammar. */
  public static final String ALIAS = "Aliasing is not supported";

  /** conformance, partiql. */
  public static final String TOO_MANY_COMPONENTS =
      "A path may contain at most 2 components in the FROM clause";

  /** conformance, partiql. */
  public static final String EMPTY_COMPONENT = "Path component cannot be an empty string";

  /** conformance, indexQualifier. */
  public static final String WRITE_ON_INDEX = "This operation is not supported on an index";

  /** floci. */
  public static final String EXISTS_OUTSIDE =
      "EXISTS can only be used in ExecuteTransaction write requests.";

  /** ours. */
  public static final String SEVERAL_SOURCES = "A statement reads one table or one index";

  /** Observed of DynamoDB Local. */
  public static final String INSERT_RETURNING = "RETURNING is not supported in INSERT";

  // Of keys.

  /** conformance, partiqlGrammar. */
  public static final String WRITE_WITHOUT_KEY =
      "Where clause does not contain a mandatory equality on all key attributes";

  /** floci. */
  public static final String OVERLAP =
      "Overlapping conditions with range keys are not supported in where clause";

  /** floci. */
  public static final String TOO_MANY_READS =
      "Too many decomposed read operations for a given query.";

  /** conformance, executeStatement; quoted all over. */
  public static final String DUPLICATE = "Duplicate primary key exists in table";

  // Of what is read.

  /** conformance, partiql: Query and Scan name the index here. */
  public static final String INDEX_NOT_FOUND = "The table does not have the specified index";

  /** conformance, partiql: Query and Scan have other words. */
  public static final String CONSISTENT_GLOBAL_READ =
      "Strongly consistent read is not supported on Global Secondary Indexes";

  /** conformance, partiqlMultiAttributeIndex. */
  public static final String MULTI_ATTRIBUTE_INDEX =
      "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or"
          + " multi-attribute RANGE keys.";

  /** floci. */
  public static final String ORDER_WITHOUT_WHERE =
      "Must have WHERE clause in the statement when using ORDER BY clause.";

  /** floci. */
  public static final String ORDER_WITHOUT_PARTITION =
      "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY"
          + " clause.";

  /** floci. */
  public static final String ORDER_OF_PARTITIONS =
      "Must have hash key in ORDER BY clause when more than one hash key condition specified in"
          + " WHERE clause.";

  /** quoted in nubo-db/dynoxide, recorded from AWS. */
  public static final String TOKEN_INVALID = "Invalid NextToken";

  /** aws/aws-sdk-js-v3 issue 4424; floci. */
  public static final String TOKEN_OF_OTHER = "NextToken does not match request";

  // Of batches and transactions.

  /** conformance, batchExecuteStatement. */
  public static final String BATCH_READ_WITHOUT_KEY =
      "Select statements within BatchExecuteStatement must specify the primary key in the where"
          + " clause.";

  /** dynoxide, partiql. */
  public static final String MIXED_BATCH =
      "Read and write requests together in the same batch is not supported.";

  /** floci; dbimp. */
  public static final String MIXED_TRANSACTION =
      "ExecuteTransaction API does not support both read and write operations in the same request.";

  /** conformance, partiqlFunctions. */
  public static final String TRANSACTION_READ_WITHOUT_KEY =
      "Select statements within ExecuteTransaction must specify the primary key in the where"
          + " clause.";

  /** conformance, partiql. */
  public static final String TRANSACTION_ON_INDEX =
      "Reads on indices are not supported within transactions.";

  /** conformance, partiql. */
  public static final String TRANSACTION_RETURNING =
      "RETURNING clause is not supported in ExecuteTransaction.";

  /** conformance, partiqlFunctions. */
  public static final String EXISTS_WITHOUT_CONDITION =
      "EXISTS() must contain a single item read with additional condition";

  // Of literals.

  /** conformance, partiqlFunctions. */
  public static final String EMPTY_BAG = "Empty bags are not supported";

  /** floci. */
  public static final String MIXED_BAG =
      "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";

  private static final String NESTING = "Nesting Levels have exceeded supported limits";

  private PartiqlMessages() {}

  /** The text is no statement; the detail may be empty. */
  public static String notWellFormed(String detail) {
    return NOT_WELL_FORMED + detail;
  }

  /** What is wrong with one statement of a transaction. conformance, partiql. */
  public static String inTransaction(int statement, String message) {
    return "Validation failed in TransactStatements[" + statement + "]: " + message;
  }

  /** dynoxide, partiql: where the table's name stands, not that of the index. */
  public static String insertIntoIndex(String position) {
    return "FROM clause may only contain a single table name in data manipulation statements at "
        + position;
  }

  /** A clause that DynamoDB reads and does not run. dbimp, for LIMIT. */
  public static String unsupportedClause(String clause) {
    return "Unsupported clause: " + clause;
  }

  /**
   * An operation that DynamoDB reads and does not run there. conformance, partiqlGrammar, for
   * {@code IsType}; the names of all others are ours.
   */
  public static String unsupportedOperation(String operation) {
    return "Unsupported operation: " + operation;
  }

  /** conformance, partiqlFunctions. */
  public static String unknownFunction(String function, String position) {
    return "Unrecognized function: " + function + " at " + position;
  }

  /** Something that is no path where one must be. conformance, partiqlFunctions. */
  public static String unexpectedPathComponent(String position) {
    return "Unexpected path component at " + position;
  }

  /** floci. */
  public static String listIndex(String index, String position) {
    return ExpressionMessages.listIndexOutOfRange(index) + " at " + position;
  }

  /** Two columns of one name. dbimp. */
  public static String duplicateColumn(String name) {
    return "Duplicate identifiers in select clause: " + name;
  }

  /** conformance, partiqlFunctions. */
  public static String setFunctionTarget(String function, String position) {
    return "The first argument to " + function + " must equal the assignment value at " + position;
  }

  /** conformance, partiqlFunctions. */
  public static String setFunctionCount(String function, String position) {
    return function + " must have exactly two arguments at " + position;
  }

  /** conformance, partiqlFunctions. */
  public static String setFunctionValue(String function, String position) {
    return "The second argument to " + function + " must be a value with type SET at " + position;
  }

  /**
   * Something that is no value in a list, a map or an item. floci; conformance, partiqlFunctions.
   *
   * @param type {@code Parameter}, or the name of a function
   */
  public static String unsupportedValue(String type, String place, String position) {
    return "Unsupported data type: " + type + " under key " + place + " at " + position;
  }

  /** The value of an INSERT that is no literal of a map. Observed of DynamoDB Local. */
  public static String noItem(String position) {
    return "Unsupported format in item expression. Please use struct format {...} to express item"
        + " values for insert statement. at "
        + position;
  }

  /**
   * A name in a literal that is none. Observed of DynamoDB Local.
   *
   * @param type {@code INT}, {@code Parameter} or the like
   */
  public static String memberName(String type, String place, String position) {
    return "Tuple keys must be of type String. Actual type: "
        + type
        + " under "
        + place
        + " at "
        + position;
  }

  /** A name that a literal has twice. Observed of DynamoDB Local. */
  public static String duplicateMember(String name, String place, String position) {
    return "Duplicate keys in tuple. Key: " + name + " under " + place + " at " + position;
  }

  /** What is wrong with a part of a literal, such as a number. conformance, partiqlGrammar. */
  public static String under(String message, String place) {
    return message + " under " + place;
  }

  /** A literal that nests too deep. floci. */
  public static String nesting(String place) {
    return under(NESTING, place);
  }

  /** Equal strings in a set. conformance, partiqlFunctions; floci. */
  public static String duplicateStrings(List<String> elements) {
    return INVALID + "Input collection " + elements + " contains duplicates.";
  }

  /** Equal numbers in a set, as they were written. floci. */
  public static String duplicateNumbers(List<String> elements, String place) {
    return INVALID + "Input collection " + elements + " contains duplicates! under " + place;
  }

  /**
   * A fault of a value that a write leaves behind. floci: unlike UpdateItem it says no more of
   * nesting than that.
   */
  public static String text(ValueFault fault) {
    return fault.kind() == ValueFault.Kind.NESTING_TOO_DEEP
        ? NESTING
        : ValueMessages.text(fault, Edition.CLASSIC);
  }

  /** A fault of a parameter. floci: sets are printed as before 2026. */
  public static String parameterFault(ValueFault fault) {
    return ValueMessages.text(fault, Edition.CLASSIC);
  }

  /** A parameter that no number can be made of. conformance, partiqlParameterNumbers. */
  public static String notANumber(String text) {
    return "The parameter cannot be converted to a numeric value: " + text;
  }

  /** A value of another type than the key attribute's. floci. */
  public static String keyType(String name) {
    return "Key attribute's data type should match its data type in table's schema: Key " + name;
  }

  /** floci. */
  public static String severalKeys(String name) {
    return "Multiple conditions on same key "
        + name
        + ". Only single item Update/Insert/Delete are supported";
  }

  /** floci. */
  public static String orderAttribute(String name) {
    return "Attribute " + name + " in ORDER BY clause must be part of the primary key";
  }

  /** conformance, partiql. */
  public static String deleteReturning(String returning) {
    return "Invalid returning clause: RETURNING "
        + returning
        + ". Only RETURNING ALL OLD * is allowed in DELETE statements.";
  }

  /** The names of types as {@code attribute_type} knows them, in AWS's own order. floci. */
  public static String unknownTypeName(String type) {
    return "Invalid attribute type name found; type: "
        + type
        + ", valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}";
  }
}
