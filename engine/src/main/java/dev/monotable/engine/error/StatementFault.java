package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import dev.monotable.value.ValueFault;

/** Faults of PartiQL statements. */
public sealed interface StatementFault extends Fault {
  /** Faults without data. */
  enum Plain implements StatementFault {
    TOO_FEW_PARAMETERS,
    ALIAS,
    TOO_MANY_COMPONENTS,
    EMPTY_COMPONENT,
    WRITE_ON_INDEX,
    SEVERAL_SOURCES,
    INSERT_RETURNING,
    WRITE_WITHOUT_KEY,
    OVERLAP,
    TOO_MANY_READS,
    NO_SUCH_INDEX,
    CONSISTENT_GLOBAL_READ,
    MULTI_ATTRIBUTE_INDEX,
    ORDER_WITHOUT_WHERE,
    ORDER_WITHOUT_PARTITION,
    ORDER_OF_PARTITIONS,
    TOKEN_INVALID,
    TOKEN_OF_OTHER;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Faults of statements in a batch or a transaction, without data. */
  enum PlainBatch implements StatementFault {
    EXISTS_OUTSIDE,
    BATCH_READ_WITHOUT_KEY,
    MIXED_BATCH,
    MIXED_TRANSACTION,
    TRANSACTION_READ_WITHOUT_KEY,
    TRANSACTION_ON_INDEX,
    TRANSACTION_RETURNING,
    EXISTS_WITHOUT_CONDITION;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An INSERT names an index. */
  record InsertIntoIndex(String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A clause that DynamoDB parses but does not support. */
  record UnsupportedClause(String clause) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An operation that DynamoDB parses but does not support in this place. */
  record UnsupportedOperation(String operation) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No function has this name. */
  record UnrecognizedFunction(String function, String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A term that is not a path, where a path is required. */
  record UnexpectedPathComponent(String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Two columns with the same name. */
  record DuplicateColumn(String name) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The first argument of a set function is not the attribute that SET assigns. */
  record SetFunctionTarget(String function, String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A set function has too few or too many arguments. */
  record SetFunctionCount(String function, String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The second argument of a set function is not a set. */
  record SetFunctionValue(String function, String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A value does not have the type of the key attribute. */
  record KeyAttributeType(String name) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The WHERE clause of a write requires several values of the same key attribute. */
  record SeveralKeys(String name) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** ORDER BY names an attribute that is not part of the key. */
  record OrderByNonKey(String name) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A DELETE has a RETURNING clause that it does not support. */
  record DeleteReturning(String returning) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The second argument of {@code attribute_type} is not the name of a type. */
  record UnknownStatementTypeName(String type) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The text is not a statement. */
  record NotWellFormed(Syntax problem) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
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
   * The text is not a statement: another token is expected.
   *
   * @param token the expected token, such as {@code RIGHT_PAREN}
   */
  record TokenExpected(String token) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A statement of a transaction is invalid.
   *
   * @param statement the position of the statement, from 0
   * @param cause why the statement is invalid
   */
  record InTransaction(int statement, Fault cause) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A list index is too large. */
  record LiteralListIndex(String index, String position) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A statement contains or produces a value that is invalid in any item. */
  record InvalidStatementValue(ValueFault value) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A parameter is a value that is invalid in any item. */
  record InvalidParameter(ValueFault value) implements StatementFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026, in AWS's own spelling. Sources, recorded
   * from the service unless noted otherwise: <i>conformance</i> is nubo-db/dynamodb-conformance and
   * paritysuite/dynamodb-conformance, {@code tests/tier2/partiql} and {@code
   * tests/tier3/error-messages/partiql*}; <i>floci</i> is floci-io/floci, {@code
   * DynamoDbPartiQLEdgeCaseIntegrationTest} and {@code
   * DynamoDbPartiQLDocumentedSyntaxIntegrationTest}; <i>dynoxide</i> is nubo-db/dynoxide, {@code
   * tests/partiql*} and {@code src/partiql/parser.rs}. <i>dbimp</i> is xo/dbimp, {@code
   * DYNAMODB.md}, recorded from DynamoDB Local. <i>ours</i> is not in any recording.
   */
  interface StatementWording {
    /** Returns the message for any fault. */
    String message(Fault fault);

    /** Returns the wording of the older layer, which parses the values of statements. */
    Wording older();

    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        // moto test_dynamodb_statements; dbimp.
        case TOO_FEW_PARAMETERS -> "Number of parameters in request and statement don't match.";
        // conformance, partiqlGrammar.
        case ALIAS -> "Aliasing is not supported";
        // conformance, partiql.
        case TOO_MANY_COMPONENTS -> "A path may contain at most 2 components in the FROM clause";
        // conformance, partiql.
        case EMPTY_COMPONENT -> "Path component cannot be an empty string";
        // conformance, indexQualifier.
        case WRITE_ON_INDEX -> "This operation is not supported on an index";
        // ours.
        case SEVERAL_SOURCES -> "A statement reads one table or one index";
        // Observed of DynamoDB Local.
        case INSERT_RETURNING -> "RETURNING is not supported in INSERT";
        // conformance, partiqlGrammar.
        case WRITE_WITHOUT_KEY ->
            "Where clause does not contain a mandatory equality on all key attributes";
        // floci.
        case OVERLAP -> "Overlapping conditions with range keys are not supported in where clause";
        // floci.
        case TOO_MANY_READS -> "Too many decomposed read operations for a given query.";
        // conformance, partiql: Query and Scan name the index here.
        case NO_SUCH_INDEX -> "The table does not have the specified index";
        // conformance, partiql: the message of Query and Scan differs.
        case CONSISTENT_GLOBAL_READ ->
            "Strongly consistent read is not supported on Global Secondary Indexes";
        // conformance, partiqlMultiAttributeIndex.
        case MULTI_ATTRIBUTE_INDEX ->
            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or"
                + " multi-attribute RANGE keys.";
        // floci.
        case ORDER_WITHOUT_WHERE ->
            "Must have WHERE clause in the statement when using ORDER BY clause.";
        // floci.
        case ORDER_WITHOUT_PARTITION ->
            "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY"
                + " clause.";
        // floci.
        case ORDER_OF_PARTITIONS ->
            "Must have hash key in ORDER BY clause when more than one hash key condition specified in"
                + " WHERE clause.";
        // quoted in nubo-db/dynoxide, recorded from AWS.
        case TOKEN_INVALID -> "Invalid NextToken";
        // aws/aws-sdk-js-v3 issue 4424; floci.
        case TOKEN_OF_OTHER -> "NextToken does not match request";
      };
    }

    /** Returns the message for a fault without data. */
    default String text(PlainBatch fault) {
      return switch (fault) {
        // floci.
        case EXISTS_OUTSIDE -> "EXISTS can only be used in ExecuteTransaction write requests.";
        // conformance, batchExecuteStatement.
        case BATCH_READ_WITHOUT_KEY ->
            "Select statements within BatchExecuteStatement must specify the primary key in the where"
                + " clause.";
        // dynoxide, partiql.
        case MIXED_BATCH -> "Read and write requests together in the same batch is not supported.";
        // floci; dbimp.
        case MIXED_TRANSACTION ->
            "ExecuteTransaction API does not support both read and write operations in the same request.";
        // conformance, partiqlFunctions.
        case TRANSACTION_READ_WITHOUT_KEY ->
            "Select statements within ExecuteTransaction must specify the primary key in the where"
                + " clause.";
        // conformance, partiql.
        case TRANSACTION_ON_INDEX -> "Reads on indices are not supported within transactions.";
        // conformance, partiql.
        case TRANSACTION_RETURNING -> "RETURNING clause is not supported in ExecuteTransaction.";
        // conformance, partiqlFunctions.
        case EXISTS_WITHOUT_CONDITION ->
            "EXISTS() must contain a single item read with additional condition";
      };
    }

    /** dynoxide, partiql: with the position of the table's name, not of the index name. */
    default String text(InsertIntoIndex fault) {
      return "FROM clause may only contain a single table name in data manipulation statements at "
          + fault.position();
    }

    /** dbimp, for LIMIT. */
    default String text(UnsupportedClause fault) {
      return "Unsupported clause: " + fault.clause();
    }

    /** conformance, partiqlGrammar, for {@code IsType}; the names of all others are ours. */
    default String text(UnsupportedOperation fault) {
      return "Unsupported operation: " + fault.operation();
    }

    /** conformance, partiqlFunctions. */
    default String text(UnrecognizedFunction fault) {
      return "Unrecognized function: " + fault.function() + " at " + fault.position();
    }

    /** conformance, partiqlFunctions. */
    default String text(UnexpectedPathComponent fault) {
      return "Unexpected path component at " + fault.position();
    }

    /** dbimp. */
    default String text(DuplicateColumn fault) {
      return "Duplicate identifiers in select clause: " + fault.name();
    }

    /** conformance, partiqlFunctions. */
    default String text(SetFunctionTarget fault) {
      return "The first argument to "
          + fault.function()
          + " must equal the assignment value at "
          + fault.position();
    }

    /** conformance, partiqlFunctions. */
    default String text(SetFunctionCount fault) {
      return fault.function() + " must have exactly two arguments at " + fault.position();
    }

    /** conformance, partiqlFunctions. */
    default String text(SetFunctionValue fault) {
      return "The second argument to "
          + fault.function()
          + " must be a value with type SET at "
          + fault.position();
    }

    /** floci. */
    default String text(KeyAttributeType fault) {
      return "Key attribute's data type should match its data type in table's schema: Key "
          + fault.name();
    }

    /** floci. */
    default String text(SeveralKeys fault) {
      return "Multiple conditions on same key "
          + fault.name()
          + ". Only single item Update/Insert/Delete are supported";
    }

    /** floci. */
    default String text(OrderByNonKey fault) {
      return "Attribute " + fault.name() + " in ORDER BY clause must be part of the primary key";
    }

    /** conformance, partiql. */
    default String text(DeleteReturning fault) {
      return "Invalid returning clause: RETURNING "
          + fault.returning()
          + ". Only RETURNING ALL OLD * is allowed in DELETE statements.";
    }

    /** floci. */
    default String text(UnknownStatementTypeName fault) {
      return "Invalid attribute type name found; type: "
          + fault.type()
          + ", valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}";
    }

    /**
     * The messages of AWS's parser, recorded in paritysuite/dynamodb-conformance {@code
     * tests/tier3/error-messages/partiqlGrammar}.
     */
    default String text(NotWellFormed fault) {
      return Phrases.NOT_WELL_FORMED
          + switch (fault.problem()) {
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

    /** conformance, partiqlGrammar; the names of tokens besides RIGHT_PAREN are ours. */
    default String text(TokenExpected fault) {
      return Phrases.NOT_WELL_FORMED + "Expected " + fault.token();
    }

    /** conformance, partiql. */
    default String text(InTransaction fault) {
      return "Validation failed in TransactStatements["
          + fault.statement()
          + "]: "
          + message(fault.cause());
    }

    /** floci. */
    default String text(LiteralListIndex fault) {
      return message(new ExpressionFault.ListIndexOutOfRange(fault.index()))
          + " at "
          + fault.position();
    }

    /** floci: unlike the message of UpdateItem, this one has no more detail on nesting. */
    default String text(InvalidStatementValue fault) {
      return fault.value().kind() == ValueFault.Kind.NESTING_TOO_DEEP
          ? Phrases.NESTING
          : older().value(fault.value());
    }

    /**
     * Sets are printed as before 2026 (floci). A number whose exponent exceeds 32 bits is not a
     * number, and the check of its magnitude overflows beyond that
     * (paritysuite/dynamodb-conformance {@code partiqlParameterNumbers.test.ts}).
     */
    default String text(InvalidParameter fault) {
      ValueFault value = fault.value();
      if (value.kind() != ValueFault.Kind.NUMBER_OVERFLOW
          && value.kind() != ValueFault.Kind.NUMBER_UNDERFLOW) {
        return older().value(value);
      }
      String sent = value.arguments().get(0);
      if (sent.endsWith(Echo.MORE)) {
        return older().value(value);
      }
      SentNumber number = SentNumber.find(sent);
      if (number == null) {
        return Phrases.NOT_A_NUMBER + ": " + sent;
      }
      ValueFault.Kind kind =
          number.isLarge() ? ValueFault.Kind.NUMBER_OVERFLOW : ValueFault.Kind.NUMBER_UNDERFLOW;
      return older().value(new ValueFault(kind, value.attribute(), value.arguments()));
    }
  }
}
