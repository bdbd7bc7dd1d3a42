package dev.monotable.engine.error;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.ValueFault;
import java.util.Collection;
import java.util.List;

/**
 * Every text that AWS says about expressions, their names and their values.
 *
 * <p>Where a text comes from is said beside it: <i>dynalite</i> is architect/dynalite {@code
 * test/{scan,query,updateItem,putItem}.js}, written against the live service (classic);
 * <i>conformance</i> is nubo-db/dynamodb-conformance {@code tests/} and <i>extenddb</i> is
 * ExtendDB/extenddb {@code tests/}, both checked against the live service in 2026;
 * <i>alternator</i> is scylladb/scylladb {@code test/alternator/}, run against the live service
 * too.
 */
public final class ExpressionMessages {
  private ExpressionMessages() {}

  /** The frame around what is wrong with an expression by itself. */
  public static String invalid(String parameter, String detail) {
    return "Invalid " + parameter + ": " + detail;
  }

  // What is wrong with the text. dynalite unless said.

  public static String empty() {
    return "The expression can not be empty;";
  }

  /** extenddb test_expression_size_limit.py: only conditions and filters say the size. */
  public static String tooLong(boolean withSize, int size) {
    String text = "Expression size has exceeded the maximum allowed size;";
    return withSize ? text + " expression size: " + size : text;
  }

  public static String syntaxError(String token, String near) {
    return "Syntax error; token: \"" + token + "\", near: \"" + near + '"';
  }

  public static String redundantParentheses() {
    return "The expression has redundant parentheses;";
  }

  public static String reservedKeyword(String word) {
    return "Attribute name is a reserved keyword; reserved keyword: " + word;
  }

  public static String sectionTwice(String section) {
    return "The \"" + section + "\" section can only be used once in an update expression;";
  }

  /** aws/aws-sdk-js issue 3721: counting stops at the first operator too many. */
  public static String tooManyOperators(int count) {
    return "The expression contains too many operators; operator count: " + count;
  }

  /** Quoted in reapit/foundations issue 8255. */
  public static String tooManyInOperands(int count) {
    return "The IN operator is provided with too many operands; number of operands: " + count;
  }

  /** The limit is that of the AWS page ServiceQuotas.html; the text is not in any recording. */
  public static String pathTooDeep(int levels) {
    return "The document path has too many nesting elements; nesting levels: " + levels;
  }

  public static String listIndexOutOfRange(String index) {
    return "List index is not within the allowable range; index: [" + index + ']';
  }

  // What is wrong with functions and operands. dynalite unless said.

  public static String unknownFunction(String function) {
    return "Invalid function name; function: " + function;
  }

  public static String functionNotAllowedHere(String function) {
    return "The function is not allowed to be used this way in an expression; function: "
        + function;
  }

  /**
   * A function of conditions in an update, or the reverse; the text is that of several emulators
   * that were compared with the service in 2026.
   */
  public static String functionNotAllowedIn(boolean update, String function) {
    return "The function is not allowed in "
        + (update ? "an update" : "a condition")
        + " expression; function: "
        + function;
  }

  public static String operandCount(String operator, int count) {
    return "Incorrect number of operands for operator or function; operator or function: "
        + operator
        + ", number of operands: "
        + count;
  }

  public static String operandType(String operator, String type) {
    return "Incorrect operand type for operator or function; operator or function: "
        + operator
        + ", operand type: "
        + type;
  }

  /**
   * For ADD and DELETE, which name types in words. Recordings before 2019 (dynalite) end there;
   * later ones, quoted in many threads, name the set of types too.
   */
  public static String actionOperandType(String action, AttributeType type) {
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

  /** What {@link #operandType} calls a document path where a value of the request is required. */
  public static String anyType() {
    return "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";
  }

  public static String unknownTypeName(String type) {
    return "Invalid attribute type name found; type: "
        + type
        + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}";
  }

  public static String pathRequired(String function) {
    return "Operator or function requires a document path; operator or function: " + function;
  }

  public static String notDistinct(String operator, String path) {
    return "The first operand must be distinct from the remaining operands for this operator or"
        + " function; operator: "
        + operator
        + ", first operand: "
        + path;
  }

  public static String betweenTypes(AttributeValue low, AttributeValue high) {
    return "The BETWEEN operator requires same data type for lower and upper bounds; "
        + bounds(low, high);
  }

  public static String betweenOrder(AttributeValue low, AttributeValue high) {
    return "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
        + bounds(low, high);
  }

  private static String bounds(AttributeValue low, AttributeValue high) {
    return "lower bound operand: AttributeValue: "
        + shown(low)
        + ", upper bound operand: AttributeValue: "
        + shown(high);
  }

  private static String shown(AttributeValue value) {
    String json = value.toString();
    // {"N":"5"} is shown as {N:5}; only S, N and B come here.
    String content =
        switch (value.type()) {
          case S -> value.string();
          case N -> value.numberText();
          case B -> json.substring(6, json.length() - 2);
          case SS, NS, BS, M, L, BOOL, NULL -> json;
        };
    return "{" + value.type() + ':' + content + '}';
  }

  // Names and values. dynalite unless said.

  public static String nameNotDefined(String placeholder) {
    return "An expression attribute name used in the document path is not defined; attribute name: "
        + placeholder;
  }

  public static String valueNotDefined(String placeholder) {
    return "An expression attribute value used in expression is not defined; attribute value: "
        + placeholder;
  }

  public static String namesUnused(Collection<String> keys) {
    return "Value provided in ExpressionAttributeNames unused in expressions: keys: {"
        + String.join(", ", keys)
        + '}';
  }

  public static String valuesUnused(Collection<String> keys) {
    return "Value provided in ExpressionAttributeValues unused in expressions: keys: {"
        + String.join(", ", keys)
        + '}';
  }

  public static String namesEmpty() {
    return "ExpressionAttributeNames must not be empty";
  }

  public static String valuesEmpty() {
    return "ExpressionAttributeValues must not be empty";
  }

  public static String nameKeyMalformed(String key) {
    return "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + '"';
  }

  public static String valueKeyMalformed(String key) {
    return "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + '"';
  }

  /** extenddb test_expression_attribute_map_validation.py. */
  public static String nameKeyTooLong(int bytes) {
    return "ExpressionAttributeNames contains invalid key: The expression attribute map contains a"
        + " key that is too long; size of key: "
        + bytes;
  }

  /** extenddb test_expression_attribute_map_validation.py: without the size. */
  public static String valueKeyTooLong() {
    return "ExpressionAttributeValues contains invalid key: The expression attribute map contains a"
        + " key that is too long;";
  }

  /** extenddb test_expression_attribute_map_validation.py. */
  public static String nameValueEmpty(String key) {
    return "ExpressionAttributeNames contains invalid value: Empty attribute name for key " + key;
  }

  /** The frame of the older layer is that of others, which the newer one does without. */
  public static String nameValueTooLong(String key, Edition edition) {
    return switch (edition) {
      case V2026_10 -> ValueMessages.NAME_TOO_LONG;
      case CLASSIC ->
          "ExpressionAttributeNames contains invalid value: "
              + ValueMessages.NAME_TOO_LONG
              + " for key "
              + key;
    };
  }

  // The texts on sizes are those of AWS's own client of DAX, which checks them before the service
  // does (amazon-dax-client, RequestValidator); the service itself was not recorded.

  public static String namesTooLarge() {
    return "ExpressionAttributeNames exceeds max size";
  }

  public static String valuesTooLarge() {
    return "ExpressionAttributeValues exceeds max size";
  }

  public static String substitutionsTooLarge() {
    return "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max"
        + " size";
  }

  /**
   * A value that was sent and is none. The newer layer of request validation names no key:
   * paritysuite/dynamodb-conformance {@code error-messages/valueLayers}.
   */
  public static String valueInvalid(ValueFault fault, Edition edition) {
    String text = ValueMessages.text(fault, edition);
    if (edition != Edition.CLASSIC || fault.attribute() == null) {
      return text;
    }
    return "ExpressionAttributeValues contains invalid value: "
        + text
        + " for key "
        + fault.attribute();
  }

  private static String parameters(String detail) {
    return "One or more parameter values were invalid: " + detail;
  }

  // Paths. dynalite.

  public static String pathsOverlap(String one, String two) {
    return "Two document paths overlap with each other; must remove or rewrite one of these paths;"
        + " path one: "
        + one
        + ", path two: "
        + two;
  }

  public static String pathsConflict(String one, String two) {
    return "Two document paths conflict with each other; must remove or rewrite one of these paths;"
        + " path one: "
        + one
        + ", path two: "
        + two;
  }

  // Updates against an item. dynalite.

  public static String attributeMissing() {
    return "The provided expression refers to an attribute that does not exist in the item";
  }

  public static String incorrectDataType() {
    return "An operand in the update expression has an incorrect data type";
  }

  public static String pathInvalidForUpdate() {
    return "The document path provided in the update expression is invalid for update";
  }

  // Keys in expressions. dynalite.

  public static String filterOnKey(String attribute) {
    return "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
        + attribute;
  }

  public static String keyNotScalar(String attribute) {
    return "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
        + " allowed: Key: "
        + attribute;
  }

  public static String indexKeyNotScalar(String attribute) {
    return "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
        + " allowed: IndexKey: "
        + attribute;
  }

  // Key conditions. dynalite unless said.

  public static String keyOperator(String operator) {
    return "Invalid operator used in KeyConditionExpression: " + operator;
  }

  public static String keyNestedOperation() {
    return "KeyConditionExpressions cannot contain nested operations";
  }

  public static String keyNotFirstOperand(String operator) {
    return "Invalid condition in KeyConditionExpression: "
        + operator
        + " operator must have the key attribute as its first operand";
  }

  public static String keySeveralNames() {
    return "Invalid condition in KeyConditionExpression: Multiple attribute names used in one"
        + " condition";
  }

  public static String keyNestedAttribute() {
    return "KeyConditionExpressions cannot have conditions on nested attributes";
  }

  public static String keyNoAttribute() {
    return "Invalid condition in KeyConditionExpression: No key attribute specified";
  }

  public static String keyTwice() {
    return "KeyConditionExpressions must only contain one condition per key";
  }

  /**
   * What the texts above stand in: they were bare in every older recording (Dynamoid/dynamoid pull
   * request 655 in 2024, awslabs/aws-athena-query-federation issues 746 and 1089) and are framed in
   * those of 2026 (conformance, aws-amplify/amplify-category-api pull request 3531).
   */
  public static String keyCondition(String detail, Edition edition) {
    return switch (edition) {
      case V2026_10 -> invalid("KeyConditionExpression", detail);
      case CLASSIC -> detail;
    };
  }

  public static String keyMissed(String attribute) {
    return "Query condition missed key schema element: " + attribute;
  }

  /** Of a key of several attributes; as DynamoDB Local, whose {@link #keyGap} is that of AWS. */
  public static String keyWithoutEquality(List<String> attributes) {
    return "HASH key attributes "
        + String.join(", ", attributes)
        + " must have equality conditions specified in the query";
  }

  /**
   * Recorded for one attribute without an equality, in paritysuite/dynamodb-conformance {@code
   * tests/tier1/query/multiAttributeGsiKey.test.ts}.
   */
  public static String keyGap(List<String> withoutEquality, String attribute) {
    return "RANGE key attributes "
        + String.join(", ", withoutEquality)
        + " must have equality conditions specified in the query because a condition is present on"
        + " key attribute "
        + attribute;
  }

  public static String keyTypeMismatch() {
    return parameters("Condition parameter type does not match schema type");
  }

  public static String keyConditionNotSupported() {
    return "Query key condition not supported";
  }

  /**
   * conformance {@code tests/tier3/error-messages}; older recordings say that it is unsupported.
   */
  public static String tooManyKeyConditions(int conditions, int keys, Edition edition) {
    return switch (edition) {
      case V2026_10 ->
          "The number of query conditions ("
              + conditions
              + ") exceeds the number of key attributes defined in the schema ("
              + keys
              + ')';
      case CLASSIC ->
          conditions > 2 ? "Conditions can be of length 1 or 2 only" : keyConditionNotSupported();
    };
  }
}
