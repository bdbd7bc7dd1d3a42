package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.phrase;
import static dev.monotable.engine.error.Phrases.shown;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import org.jspecify.annotations.Nullable;

/**
 * Faults of expressions, and of update expressions applied to an item.
 *
 * <p>The source is <i>dynalite</i> unless noted otherwise.
 */
public sealed interface ExpressionFault extends Fault {
  /** Faults without data. */
  enum Plain implements ExpressionFault {
    EMPTY("The expression can not be empty;"),
    REDUNDANT_PARENTHESES("The expression has redundant parentheses;"),
    ATTRIBUTE_MISSING(
        "The provided expression refers to an attribute that does not exist in the item"),
    INCORRECT_DATA_TYPE("An operand in the update expression has an incorrect data type"),
    PATH_INVALID_FOR_UPDATE(
        "The document path provided in the update expression is invalid for update");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** The text does not match the grammar. */
  record SyntaxError(String token, String near) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase("Syntax error; token: \"%s\", near: \"%s\"", token, near);
    }
  }

  /** A reserved word is used as an attribute name. */
  record ReservedKeyword(String word) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "Attribute name is a reserved keyword; reserved keyword: " + word;
    }
  }

  /** An update expression has the same clause, such as {@code SET}, twice. */
  record SectionTwice(String section) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase("The \"%s\" section can only be used once in an update expression;", section);
    }
  }

  /**
   * An expression has too many operators. Source: aws/aws-sdk-js issue 3721: counting stops at the
   * first operator too many.
   */
  record TooManyOperators(int count) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "The expression contains too many operators; operator count: " + count;
    }
  }

  /** IN has too many operands. Source: reapit/foundations issue 8255. */
  record TooManyInOperands(int count) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "The IN operator is provided with too many operands; number of operands: " + count;
    }
  }

  /**
   * A document path has too many elements. The limit is from the AWS page ServiceQuotas.html. No
   * recording shows the message.
   */
  record PathTooDeep(int levels) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "The document path has too many nesting elements; nesting levels: " + levels;
    }
  }

  /** A list index is too large. */
  record ListIndexOutOfRange(String index) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase("List index is not within the allowable range; index: [%s]", index);
    }
  }

  /** No function has this name. */
  record UnknownFunction(String function) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "Invalid function name; function: " + function;
    }
  }

  /** A function is used where it is not allowed, such as inside another one. */
  record FunctionNotAllowedHere(String function) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "The function is not allowed to be used this way in an expression; function: "
          + function;
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

  /** An operator or function has too few or too many operands. */
  record OperandCount(String operator, int count) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Incorrect number of operands for operator or function; operator or function: "
              + "%s, number of operands: %s",
          operator, count);
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

  /** The second operand of {@code attribute_type} is not the name of a type. */
  record UnknownTypeName(String type) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Invalid attribute type name found; type: %s, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
          type);
    }
  }

  /** The first operand of a function is not a document path. */
  record PathRequired(String function) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "Operator or function requires a document path; operator or function: " + function;
    }
  }

  /** The first operand occurs again among the others. */
  record NotDistinct(String operator, String path) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "The first operand must be distinct from the remaining operands for this "
              + "operator or function; operator: %s, first operand: %s",
          operator, path);
    }
  }

  /** The bounds of BETWEEN have different types. */
  record BetweenTypes(AttributeValue low, AttributeValue high) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "The BETWEEN operator requires same data type for lower and upper bounds; "
          + bounds(low, high);
    }
  }

  /** The lower bound of BETWEEN is greater than the upper bound. */
  record BetweenOrder(AttributeValue low, AttributeValue high) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
          + bounds(low, high);
    }
  }

  /** An expression uses a name that ExpressionAttributeNames does not define. */
  record NameNotDefined(String placeholder) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "An expression attribute name used in the document path is not defined; attribute name: "
          + placeholder;
    }
  }

  /** An expression uses a value that ExpressionAttributeValues does not define. */
  record ValueNotDefined(String placeholder) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "An expression attribute value used in expression is not defined; attribute value: "
          + placeholder;
    }
  }

  /** Two paths of an update or a projection are equal, or one is the beginning of the other. */
  record PathsOverlap(String one, String two) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Two document paths overlap with each other; must remove or rewrite one of these "
              + "paths; path one: %s, path two: %s",
          one, two);
    }
  }

  /** Two paths use the same value as a map and as a list. */
  record PathsConflict(String one, String two) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Two document paths conflict with each other; must remove or rewrite one of "
              + "these paths; path one: %s, path two: %s",
          one, two);
    }
  }

  /** A filter expression of Query names a key attribute. */
  record FilterOnKey(String attribute) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
          + attribute;
    }
  }

  /**
   * An expression is invalid regardless of the table and the item.
   *
   * @param parameter such as {@code ConditionExpression}
   */
  record InvalidExpression(String parameter, Fault problem) implements ExpressionFault {
    @Override
    public String text(Wording wording) {
      return phrase("Invalid %s: %s", parameter, wording.message(problem));
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

  private static String bounds(AttributeValue low, AttributeValue high) {
    return phrase(
        "lower bound operand: AttributeValue: %s, upper bound operand: AttributeValue: %s",
        shown(low), shown(high));
  }
}
