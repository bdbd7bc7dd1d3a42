package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import org.jspecify.annotations.Nullable;

/** Faults of expressions, and of update expressions applied to an item. */
public sealed interface ExpressionFault extends Fault {
  /** Faults without data. */
  enum Plain implements ExpressionFault {
    EMPTY,
    REDUNDANT_PARENTHESES,
    ATTRIBUTE_MISSING,
    INCORRECT_DATA_TYPE,
    PATH_INVALID_FOR_UPDATE;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The text does not match the grammar. */
  record SyntaxError(String token, String near) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A reserved word is used as an attribute name. */
  record ReservedKeyword(String word) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An update expression has the same clause, such as {@code SET}, twice. */
  record SectionTwice(String section) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An expression has too many operators. */
  record TooManyOperators(int count) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** IN has too many operands. */
  record TooManyInOperands(int count) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A document path has too many elements. */
  record PathTooDeep(int levels) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A list index is too large. */
  record ListIndexOutOfRange(String index) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No function has this name. */
  record UnknownFunction(String function) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A function is used where it is not allowed, such as inside another one. */
  record FunctionNotAllowedHere(String function) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A condition function is used in an update, or an update function in a condition. The message
   * comes from several emulators that were compared with the service in 2026.
   */
  record FunctionNotAllowedIn(boolean update, String function) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An operator or function has too few or too many operands. */
  record OperandCount(String operator, int count) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An operand of ADD or DELETE has a type that the action does not accept. */
  record ActionOperandType(String action, AttributeType type) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The second operand of {@code attribute_type} is not the name of a type. */
  record UnknownTypeName(String type) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The first operand of a function is not a document path. */
  record PathRequired(String function) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The first operand occurs again among the others. */
  record NotDistinct(String operator, String path) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The bounds of BETWEEN have different types. */
  record BetweenTypes(AttributeValue low, AttributeValue high) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The lower bound of BETWEEN is greater than the upper bound. */
  record BetweenOrder(AttributeValue low, AttributeValue high) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An expression uses a name that ExpressionAttributeNames does not define. */
  record NameNotDefined(String placeholder) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An expression uses a value that ExpressionAttributeValues does not define. */
  record ValueNotDefined(String placeholder) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Two paths of an update or a projection are equal, or one is the beginning of the other. */
  record PathsOverlap(String one, String two) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Two paths use the same value as a map and as a list. */
  record PathsConflict(String one, String two) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A filter expression of Query names a key attribute. */
  record FilterOnKey(String attribute) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * An expression is invalid regardless of the table and the item.
   *
   * @param parameter such as {@code ConditionExpression}
   */
  record InvalidExpression(String parameter, Fault problem) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * An expression has too many bytes.
   *
   * @param parameter such as {@code ConditionExpression}
   */
  record TooLong(String parameter, int size) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * An operand has a type that the operator or function does not accept.
   *
   * @param type the type of the operand; null for a document path where a value of the request is
   *     required
   */
  record OperandType(String operator, @Nullable AttributeType type) implements ExpressionFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. Sources: <i>dynalite</i> is
   * architect/dynalite {@code test/{scan,query,updateItem,putItem}.js}, written against the live
   * service; <i>conformance</i> is nubo-db/dynamodb-conformance {@code tests/} and <i>extenddb</i>
   * is ExtendDB/extenddb {@code tests/}, both checked against the live service in 2026;
   * <i>alternator</i> is scylladb/scylladb {@code test/alternator/}, also run against the live
   * service. The source is dynalite unless noted otherwise.
   */
  interface ExpressionWording {
    /** Returns the message for any fault. */
    String message(Fault fault);

    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case EMPTY -> "The expression can not be empty;";
        case REDUNDANT_PARENTHESES -> "The expression has redundant parentheses;";
        case ATTRIBUTE_MISSING ->
            "The provided expression refers to an attribute that does not exist in the item";
        case INCORRECT_DATA_TYPE ->
            "An operand in the update expression has an incorrect data type";
        case PATH_INVALID_FOR_UPDATE ->
            "The document path provided in the update expression is invalid for update";
      };
    }

    default String text(SyntaxError fault) {
      return "Syntax error; token: \"" + fault.token() + "\", near: \"" + fault.near() + '"';
    }

    default String text(ReservedKeyword fault) {
      return "Attribute name is a reserved keyword; reserved keyword: " + fault.word();
    }

    default String text(SectionTwice fault) {
      return "The \""
          + fault.section()
          + "\" section can only be used once in an update expression;";
    }

    /** aws/aws-sdk-js issue 3721: counting stops at the first operator too many. */
    default String text(TooManyOperators fault) {
      return "The expression contains too many operators; operator count: " + fault.count();
    }

    /** reapit/foundations issue 8255. */
    default String text(TooManyInOperands fault) {
      return "The IN operator is provided with too many operands; number of operands: "
          + fault.count();
    }

    /** The limit is from the AWS page ServiceQuotas.html. No recording shows the message. */
    default String text(PathTooDeep fault) {
      return "The document path has too many nesting elements; nesting levels: " + fault.levels();
    }

    default String text(ListIndexOutOfRange fault) {
      return "List index is not within the allowable range; index: [" + fault.index() + ']';
    }

    default String text(UnknownFunction fault) {
      return "Invalid function name; function: " + fault.function();
    }

    default String text(FunctionNotAllowedHere fault) {
      return "The function is not allowed to be used this way in an expression; function: "
          + fault.function();
    }

    default String text(FunctionNotAllowedIn fault) {
      return "The function is not allowed in "
          + (fault.update() ? "an update" : "a condition")
          + " expression; function: "
          + fault.function();
    }

    default String text(OperandCount fault) {
      return "Incorrect number of operands for operator or function; operator or function: "
          + fault.operator()
          + ", number of operands: "
          + fault.count();
    }

    /**
     * Recordings before 2019 (dynalite) do not list the valid types; later ones, quoted in many
     * threads, do.
     */
    default String text(ActionOperandType fault) {
      String word =
          switch (fault.type()) {
            case S -> "STRING";
            case N -> "NUMBER";
            case B -> "BINARY";
            case BOOL -> "BOOLEAN";
            case NULL -> "NULL";
            case L -> "LIST";
            case M -> "MAP";
            case SS -> "STRING_SET";
            case NS -> "NUMBER_SET";
            case BS -> "BINARY_SET";
          };
      return "Incorrect operand type for operator or function; operator: "
          + fault.action()
          + ", operand type: "
          + word
          + ", typeSet: ALLOWED_FOR_"
          + fault.action()
          + "_OPERAND";
    }

    default String text(UnknownTypeName fault) {
      return "Invalid attribute type name found; type: "
          + fault.type()
          + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}";
    }

    default String text(PathRequired fault) {
      return "Operator or function requires a document path; operator or function: "
          + fault.function();
    }

    default String text(NotDistinct fault) {
      return "The first operand must be distinct from the remaining operands for this operator or"
          + " function; operator: "
          + fault.operator()
          + ", first operand: "
          + fault.path();
    }

    default String text(BetweenTypes fault) {
      return "The BETWEEN operator requires same data type for lower and upper bounds; "
          + bounds(fault.low(), fault.high());
    }

    default String text(BetweenOrder fault) {
      return "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
          + bounds(fault.low(), fault.high());
    }

    default String text(NameNotDefined fault) {
      return "An expression attribute name used in the document path is not defined; attribute name: "
          + fault.placeholder();
    }

    default String text(ValueNotDefined fault) {
      return "An expression attribute value used in expression is not defined; attribute value: "
          + fault.placeholder();
    }

    default String text(PathsOverlap fault) {
      return "Two document paths overlap with each other; must remove or rewrite one of these paths;"
          + " path one: "
          + fault.one()
          + ", path two: "
          + fault.two();
    }

    default String text(PathsConflict fault) {
      return "Two document paths conflict with each other; must remove or rewrite one of these paths;"
          + " path one: "
          + fault.one()
          + ", path two: "
          + fault.two();
    }

    default String text(FilterOnKey fault) {
      return "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
          + fault.attribute();
    }

    default String text(InvalidExpression fault) {
      return "Invalid " + fault.parameter() + ": " + message(fault.problem());
    }

    /**
     * extenddb test_expression_size_limit.py: only the message for conditions and filters contains
     * the size.
     */
    default String text(TooLong fault) {
      String text = "Expression size has exceeded the maximum allowed size;";
      return switch (fault.parameter()) {
        case "ConditionExpression", "FilterExpression" ->
            text + " expression size: " + fault.size();
        default -> text;
      };
    }

    default String text(OperandType fault) {
      AttributeType type = fault.type();
      return "Incorrect operand type for operator or function; operator or function: "
          + fault.operator()
          + ", operand type: "
          + (type == null ? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}" : type.name());
    }

    private static String bounds(AttributeValue low, AttributeValue high) {
      return "lower bound operand: AttributeValue: "
          + Phrases.shown(low)
          + ", upper bound operand: AttributeValue: "
          + Phrases.shown(high);
    }
  }
}
