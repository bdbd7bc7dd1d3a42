package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * Faults of expressions, and of update expressions applied to an item.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface ExpressionFault extends Fault {
  /** The bounds of a BETWEEN in a message. */
  String BOUNDS =
      "lower bound operand: AttributeValue: %s, upper bound operand: AttributeValue: %s";

  /** Faults that their text and the values in it describe. */
  enum Plain implements ExpressionFault, FaultText {
    EMPTY("The expression can not be empty;"),
    REDUNDANT_PARENTHESES("The expression has redundant parentheses;"),
    ATTRIBUTE_MISSING(
        "The provided expression refers to an attribute that does not exist in the item"),
    INCORRECT_DATA_TYPE("An operand in the update expression has an incorrect data type"),
    PATH_INVALID_FOR_UPDATE(
        "The document path provided in the update expression is invalid for update"),
    /** The text does not match the grammar. */
    SYNTAX_ERROR("Syntax error; token: \"%s\", near: \"%s\""),
    /** A reserved word is used as an attribute name. */
    RESERVED_KEYWORD("Attribute name is a reserved keyword; reserved keyword: %s"),
    /** An update expression has the same clause, such as {@code SET}, twice. */
    SECTION_TWICE("The \"%s\" section can only be used once in an update expression;"),
    /**
     * An expression has too many operators. Source: aws/aws-sdk-js issue 3721: counting stops at
     * the first operator too many.
     */
    TOO_MANY_OPERATORS("The expression contains too many operators; operator count: %s"),
    /** IN has too many operands. Source: reapit/foundations issue 8255. */
    TOO_MANY_IN_OPERANDS(
        "The IN operator is provided with too many operands; number of operands: %s"),
    /**
     * A document path has too many elements. The limit is from the AWS page ServiceQuotas.html. No
     * recording shows the message.
     */
    PATH_TOO_DEEP("The document path has too many nesting elements; nesting levels: %s"),
    /** A list index is too large. */
    LIST_INDEX_OUT_OF_RANGE("List index is not within the allowable range; index: [%s]"),
    /** No function has this name. */
    UNKNOWN_FUNCTION("Invalid function name; function: %s"),
    /** A function is used where it is not allowed, such as inside another one. */
    FUNCTION_NOT_ALLOWED_HERE(
        "The function is not allowed to be used this way in an expression; function: %s"),
    /** An operator or function has too few or too many operands. */
    OPERAND_COUNT(
        "Incorrect number of operands for operator or function; operator or function: "
            + "%s, number of operands: %s"),
    /** The second operand of {@code attribute_type} is not the name of a type. */
    UNKNOWN_TYPE_NAME(
        "Invalid attribute type name found; type: %s, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"),
    /** The first operand of a function is not a document path. */
    PATH_REQUIRED("Operator or function requires a document path; operator or function: %s"),
    /** The first operand occurs again among the others. */
    NOT_DISTINCT(
        "The first operand must be distinct from the remaining operands for this "
            + "operator or function; operator: %s, first operand: %s"),
    /** An expression uses a name that ExpressionAttributeNames does not define. */
    NAME_NOT_DEFINED(
        "An expression attribute name used in the document path is not defined; attribute name: %s"),
    /** An expression uses a value that ExpressionAttributeValues does not define. */
    VALUE_NOT_DEFINED(
        "An expression attribute value used in expression is not defined; attribute value: %s"),
    /** Two paths of an update or a projection are equal, or one is the beginning of the other. */
    PATHS_OVERLAP(
        "Two document paths overlap with each other; must remove or rewrite one of these "
            + "paths; path one: %s, path two: %s"),
    /** Two paths use the same value as a map and as a list. */
    PATHS_CONFLICT(
        "Two document paths conflict with each other; must remove or rewrite one of "
            + "these paths; path one: %s, path two: %s"),
    /** A filter expression of Query names a key attribute. */
    FILTER_ON_KEY(
        "Filter Expression can only contain non-primary key attributes: Primary key attribute: %s"),
    /** An expression is invalid regardless of the table and the item. */
    INVALID_EXPRESSION("Invalid %s: %s"),
    /** The bounds of BETWEEN have different types. */
    BETWEEN_TYPES(
        "The BETWEEN operator requires same data type for lower and upper bounds; " + BOUNDS),
    /** The lower bound of BETWEEN is greater than the upper bound. */
    BETWEEN_ORDER(
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            + BOUNDS);

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
   * A condition function is used in an update, or an update function in a condition. The message
   * comes from several emulators that were compared with the service in 2026.
   */
  record FunctionNotAllowedIn(boolean update, String function) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "The function is not allowed in %s expression; function: %s",
          update ? "an update" : "a condition", function);
    }
  }

  /**
   * An operand of ADD or DELETE has a type that the action does not accept. Recordings before 2019
   * (dynalite) do not list the valid types; later ones, quoted in many threads, do.
   */
  record ActionOperandType(String action, AttributeType type) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      String word =
          switch (type) {
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
          + action
          + ", operand type: "
          + word
          + ", typeSet: ALLOWED_FOR_"
          + action
          + "_OPERAND";
    }
  }

  /**
   * An expression has too many bytes. Source: extenddb test_expression_size_limit.py: only the
   * message for conditions and filters contains the size.
   *
   * @param parameter such as {@code ConditionExpression}
   */
  record TooLong(String parameter, int size) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      String text = "Expression size has exceeded the maximum allowed size;";
      return switch (parameter) {
        case "ConditionExpression", "FilterExpression" -> text + " expression size: " + size;
        default -> text;
      };
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
    public String text(Wording wording) {
      return phrase(
          "Incorrect operand type for operator or function; operator or function: %s, "
              + "operand type: %s",
          operator, type == null ? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}" : type);
    }
  }
}
