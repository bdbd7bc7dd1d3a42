package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.bindings;
import static dev.monotable.engine.expression.Expressions.conditionError;
import static dev.monotable.engine.expression.Expressions.item;
import static dev.monotable.engine.expression.Expressions.messageOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.Operand;
import dev.monotable.expression.PathElement;
import dev.monotable.value.AttributeType;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final String FILTER = "Invalid FilterExpression: ";

  private static final Item ITEM =
      item(
          "{'pk':{'S':'k'},'n':{'N':'5'},'m':{'N':'-3.5'},'s':{'S':'hello'},'b':{'B':'aGk='},"
              + "'yes':{'BOOL':true},'nil':{'NULL':true},'ss':{'SS':['x','y']},"
              + "'ns':{'NS':['1','2']},'l':{'L':[{'N':'1'},{'S':'two'},{'L':[{'N':'7'}]}]},"
              + "'doc':{'M':{'k':{'S':'v'},'deep':{'M':{'q':{'N':'9'}}}}}}");

  private static boolean test(String condition, String values) {
    return Expressions.test(condition, values, ITEM);
  }

  @Nested
  class Behaviour {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "n = :v",
          "n <> m",
          "n > m",
          "n >= :v",
          "n <= :v",
          "m < n",
          ":v = n",
          "n BETWEEN m AND :v",
          "n IN (m, :v)",
          "s <> :v",
          "absent <> :v",
          "absent <> gone",
          "attribute_exists(n)",
          "attribute_not_exists(absent)",
          "NOT n < :v",
          "n < :v OR n = :v",
          "n = :v AND NOT s = :v",
          "size(s) = :v",
          "size(s) = n",
          "size(doc) < :v",
          "size(n) <> :v",
          "size(l) > size(ss)",
          "doc.deep.q > :v",
          "l[0] < :v",
          "l[2][0] > :v",
          "contains(ns, size(ss)) AND n = :v",
          "attribute_not_exists(l[3]) AND n = :v",
          "attribute_not_exists(s.k) AND n = :v"
        })
    void holds(String condition) {
      assertThat(test(condition, condition.contains(":v") ? "{':v':{'N':'5'}}" : "")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "n <> :v",
          "n < :v",
          "n > :v",
          "s = :v",
          "s < :v",
          "s >= :v",
          "absent = :v",
          "absent < :v",
          "absent >= :v",
          ":v > absent",
          "absent = gone",
          "absent <= gone",
          "absent BETWEEN :v AND n",
          "absent IN (:v, gone)",
          "attribute_exists(absent)",
          "attribute_not_exists(n)",
          "yes > :v",
          "l <= :v",
          "size(n) = :v",
          "size(absent) < :v",
          "size(nil) > :v",
          "n IN (m, s)",
          "n BETWEEN s AND :v",
          "NOT n = :v"
        })
    void doesNotHold(String condition) {
      assertThat(test(condition, condition.contains(":v") ? "{':v':{'N':'5'}}" : "")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          "begins_with(s, :v)   | {':v':{'S':'hel'}}           | true",
          "begins_with(s, :v)   | {':v':{'S':'Hel'}}           | false",
          "begins_with(b, :v)   | {':v':{'B':'aA=='}}          | true",
          "begins_with(b, :v)   | {':v':{'S':'h'}}             | false",
          "begins_with(n, :v)   | {':v':{'S':'5'}}             | false",
          "begins_with(:v, s)   | {':v':{'S':'hello, world'}}  | true",
          "contains(s, :v)      | {':v':{'S':'ell'}}           | true",
          "contains(b, :v)      | {':v':{'B':'aQ=='}}          | true",
          "contains(ss, :v)     | {':v':{'S':'x'}}             | true",
          "contains(ss, :v)     | {':v':{'S':'z'}}             | false",
          "contains(ns, :v)     | {':v':{'N':'2.0'}}           | true",
          "contains(ns, :v)     | {':v':{'S':'2'}}             | false",
          "contains(l, :v)      | {':v':{'S':'two'}}           | true",
          "contains(l, :v)      | {':v':{'L':[{'N':'7'}]}}     | true",
          "contains(doc, :v)    | {':v':{'S':'k'}}             | false",
          "contains(ss, :v)     | {':v':{'SS':['x','y']}}      | false",
          "contains(absent, :v) | {':v':{'S':'x'}}             | false",
          "attribute_type(s, :v)      | {':v':{'S':'S'}}       | true",
          "attribute_type(s, :v)      | {':v':{'S':'N'}}       | false",
          "attribute_type(nil, :v)    | {':v':{'S':'NULL'}}    | true",
          "attribute_type(absent, :v) | {':v':{'S':'NULL'}}    | false",
          "attribute_type(size(s), :v)| {':v':{'S':'N'}}       | true",
          "ss = :v   | {':v':{'SS':['y','x']}}                 | true",
          "ss <> :v  | {':v':{'SS':['x']}}                     | true",
          "doc = :v  | {':v':{'M':{'deep':{'M':{'q':{'N':'9.00'}}},'k':{'S':'v'}}}} | true",
          "l = :v    | {':v':{'L':[{'S':'two'},{'N':'1'},{'L':[{'N':'7'}]}]}} | false",
          "yes = :v  | {':v':{'BOOL':true}}                    | true",
          "nil = :v  | {':v':{'NULL':true}}                    | true",
          "s > :v    | {':v':{'S':'Zebra'}}                    | true",
          "m < :v    | {':v':{'N':'-3.49'}}                    | true",
          "size(s) > :v | {':v':{'N':'4.9'}}                   | true",
          "size(s) < :v | {':v':{'N':'5.1'}}                   | true",
          "size(s) > :v | {':v':{'N':'-6'}}                    | true",
          "size(s) < :v | {':v':{'N':'1E20'}}                  | true",
          ":v >= size(s) | {':v':{'N':'5'}}                    | true",
          ":v > size(s) | {':v':{'N':'5'}}                     | false",
          "size(s) = :v | {':v':{'S':'5'}}                     | false",
          "size(s) BETWEEN :v AND n | {':v':{'N':'5'}}         | true"
        })
    void comparesByAwsRules(String condition, String values, boolean expected) {
      assertThat(test(condition, values)).isEqualTo(expected);
    }

    @Test
    void anAbsentItemHasNoAttributes() {
      assertThat(Expressions.test("attribute_not_exists(pk)", "", null)).isTrue();
      assertThat(Expressions.test("attribute_exists(pk)", "", null)).isFalse();
      assertThat(Expressions.test("pk <> :v", "{':v':{'S':'k'}}", null)).isTrue();
      assertThat(Expressions.test("pk = :v", "{':v':{'S':'k'}}", null)).isFalse();
    }

    @Test
    void placeholdersReplaceAnyName() {
      Item odd = Item.parse("{\"a.b\":{\"N\":\"1\"},\"q\\\"\\\\\":{\"M\":{\"ü\":{\"N\":\"3\"}}}}");
      Bindings bindings =
          Expressions.bindings(
              Map.of("#d", "a.b", "#q", "q\"\\", "#u", "ü"),
              item("{':one':{'N':'1'},':three':{'N':'3'}}"));
      assertThat(
              COMPILER
                  .condition(ExpressionKind.CONDITION, "#d = :one AND #q.#u = :three")
                  .bind(bindings)
                  .test(odd))
          .isTrue();
      bindings.requireAllUsed();
    }

    @Test
    void namesTheAttributesItReads() {
      BoundCondition bound =
          COMPILER
              .condition(ExpressionKind.FILTER, "a.b = :v AND #c > size(d[1]) OR a < c")
              .bind(bindings("#c=c", "{':v':{'N':'1'}}"));
      assertThat(bound.topLevelNames()).containsExactly("a", "c", "d");
      assertThat(bound.nestedNames()).containsExactly("a", "d");
    }

    @Test
    void treesMadeInCodeMayNameReservedWords() {
      ConditionExpression tree =
          new ConditionExpression.Comparison(
              ConditionExpression.Comparison.Operator.EQUAL,
              new Operand.Path(new DocumentPath(List.of(new PathElement.Name("status")))),
              new Operand.Value(":0"));
      Item values = item("{':0':{'S':'on'}}");
      assertThat(
              CompiledCondition.of(ExpressionKind.CONDITION, tree, Limits.AWS)
                  .bind(Bindings.internal(Map.of(), values))
                  .test(item("{'status':{'S':'on'}}")))
          .isTrue();
    }
  }

  @Nested
  class Validation {
    // The cases of this class are from architect/dynalite test/scan.js unless noted.

    @Test
    void emptyAndTooLongTexts() {
      assertThat(conditionError("", "", "")).isEqualTo(FILTER + "The expression can not be empty;");
      String longText = "a".repeat(4097) + " = :v";
      assertThat(conditionError(longText, "", "{':v':{'N':'1'}}"))
          .isEqualTo(
              FILTER
                  + "Expression size has exceeded the maximum allowed size; expression size: 4102");
      assertThat(messageOf(() -> COMPILER.condition(ExpressionKind.KEY_CONDITION, longText)))
          .isEqualTo(
              "Invalid KeyConditionExpression: Expression size has exceeded the maximum allowed"
                  + " size;");
    }

    @Test
    void syntaxErrors() {
      assertThat(conditionError("a > 4", "", ""))
          .startsWith(FILTER + "Syntax error; token: \"4\", near: ");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "a=a and a > ((views))", "a > whatever((:things), ((a)))",
          "a=a AND ((a=a AND a=a)) AND a=a", "a=a OR ((a=a OR (a=a OR a=a)))"
        })
    void redundantParenthesesComeFirst(String text) {
      assertThat(conditionError(text, "", ""))
          .isEqualTo(FILTER + "The expression has redundant parentheses;");
    }

    /** Faults that name what they are about, in the order in which they are looked for. */
    enum Named {
      UNKNOWN_FUNCTION("Invalid function name; function: "),
      MISPLACED("The function is not allowed to be used this way in an expression; function: "),
      OF_UPDATES("The function is not allowed in a condition expression; function: "),
      RESERVED("Attribute name is a reserved keyword; reserved keyword: "),
      UNDEFINED_NAME(
          "An expression attribute name used in the document path is not defined; attribute name:"
              + " "),
      UNDEFINED_VALUE(
          "An expression attribute value used in expression is not defined; attribute value: "),
      NUMBER_OF_OPERANDS(
          "Incorrect number of operands for operator or function; operator or function: ");

      private final String text;

      Named(String text) {
        this.text = text;
      }
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "a=a and whatever((:things)) > a | UNKNOWN_FUNCTION | whatever",
          "attRIbute_exIsts((views), #a) | UNKNOWN_FUNCTION | attRIbute_exIsts",
          "a=a and attribute_exists((views), (#a)) > b | MISPLACED | attribute_exists",
          "attribute_not_exists(things) > b | MISPLACED | attribute_not_exists",
          "attribute_type(things, :a) > b | MISPLACED | attribute_type",
          "begins_with(things, a) > b | MISPLACED | begins_with",
          "contains(:things, c) > b | MISPLACED | contains",
          "size(contains(a, b)) > a | MISPLACED | contains",
          "size(things) | MISPLACED | size",
          "a between b and attribute_exists(things) | MISPLACED | attribute_exists",
          "a in (b, attribute_exists(things)) | MISPLACED | attribute_exists",
          "if_not_exists(a, b) = c | OF_UPDATES | if_not_exists",
          "list_append(a, b) = c | OF_UPDATES | list_append",
          "attribute_exists(views, #a) | RESERVED | views",
          ":a < abOrT | RESERVED | abOrT",
          "attribute_exists(#Pictures.RearView, :a) and a=a | UNDEFINED_NAME | #Pictures",
          "begins_with(Pictures.#RearView) | UNDEFINED_NAME | #RearView",
          "(#P between :lo and :hi) and (#PC in (:cat1, :cat2)) | UNDEFINED_NAME | #P",
          "#4g > a | UNDEFINED_NAME | #4g",
          "#_ > a | UNDEFINED_NAME | #_",
          "(a)between(b.c[45].#d)and(:a) | UNDEFINED_NAME | #d",
          "begins_with(:hello, #a, #b) | UNDEFINED_VALUE | :hello",
          ":a < :b | UNDEFINED_VALUE | :a",
          ":_ > a | UNDEFINED_VALUE | :_",
          "attribute_exists(things, a) and a=a | NUMBER_OF_OPERANDS | attribute_exists, number of"
              + " operands: 2",
          "attribute_not_exists(things, b) | NUMBER_OF_OPERANDS | attribute_not_exists, number of"
              + " operands: 2",
          "attribute_type(things) | NUMBER_OF_OPERANDS | attribute_type, number of operands: 1",
          "begins_with(things) | NUMBER_OF_OPERANDS | begins_with, number of operands: 1",
          "begins_with(things, size(a), b) | NUMBER_OF_OPERANDS | begins_with, number of operands:"
              + " 3",
          "contains(things) | NUMBER_OF_OPERANDS | contains, number of operands: 1",
          "size(things, a) > b | NUMBER_OF_OPERANDS | size, number of operands: 2"
        })
    void theNextFaultsNameWhatTheyAreAbout(String text, Named fault, String name) {
      assertThat(conditionError(text, "", "")).isEqualTo(FILTER + fault.text + name);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          "attribute_type(a, size(a)) and a=:a | attribute_type | {'N':'1'} | N",
          "attribute_type(a, :a) | attribute_type | {'B':'YQ=='} | B",
          "attribute_type(a, :a) | attribute_type | {'SS':['1']} | SS",
          "begins_with(a, size(a)) and a=:a | begins_with | {'N':'1'} | N",
          "begins_with(a, :a) | begins_with | {'BOOL':true} | BOOL",
          "begins_with(:a, a) | begins_with | {'L':[]} | L",
          "begins_with(:a, a) | begins_with | {'M':{}} | M",
          "size(size(a)) > :a | size | {'N':'1'} | N",
          "attribute_not_exists(size(:a)) | size | {'N':'1'} | N",
          "size(:a) > a | size | {'BOOL':true} | BOOL",
          "size(:a) > a | size | {'NULL':true} | NULL",
          // ExtendDB/extenddb tests/test_expr_operand_type_and_size.py
          "a < :a | < | {'BOOL':true} | BOOL",
          ":a >= a | >= | {'SS':['a']} | SS",
          "a BETWEEN :a AND :a | BETWEEN | {'M':{}} | M",
          "size(a) > :a | > | {'NULL':true} | NULL",
          "NOT (b > :a) | > | {'L':[]} | L",
          "attribute_exists(b) OR b <= :a | <= | {'NS':['1']} | NS"
        })
    void wrongTypesOfOperands(String text, String function, String value, String type) {
      assertThat(conditionError(text, "", "{':a':" + value + "}"))
          .isEqualTo(
              FILTER
                  + "Incorrect operand type for operator or function; operator or function: "
                  + function
                  + ", operand type: "
                  + type);
    }

    @Test
    void theTypeOfAttributeTypeMustBeAValueThatNamesOne() {
      assertThat(conditionError("attribute_type(ab.bc[1].a, SS)", "", ""))
          .isEqualTo(
              FILTER
                  + "Incorrect operand type for operator or function; operator or function:"
                  + " attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
      assertThat(conditionError("attribute_type(a, :a)", "", "{':a':{'S':'1'}}"))
          .isEqualTo(
              FILTER
                  + "Invalid attribute type name found; type: 1, valid types:"
                  + " {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
      for (AttributeType type : AttributeType.values()) {
        assertThat(test("attribute_type(gone, :t)", "{':t':{'S':'" + type + "'}}")).isFalse();
      }
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "attribute_exists(:a) and a=a | attribute_exists",
          "attribute_not_exists(size(:a)) | attribute_not_exists"
        })
    void functionsThatNeedAPath(String text, String function) {
      assertThat(conditionError(text, "", "{':a':{'S':'1'}}"))
          .isEqualTo(
              FILTER
                  + "Operator or function requires a document path; operator or function: "
                  + function);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "a = a AND #a = b AND :views > a | = | [a]",
          "#a <> a | <> | [a]",
          "a > #a | > | [a]",
          "((a=a) OR (a=a)) | = | [a]",
          "contains(ab.bc[1].a, ab.bc[1].#a) | contains | [ab, bc, [1], a]",
          "attribute_type(ab.bc[1].#a, ab.bc[1].a) | attribute_type | [ab, bc, [1], a]",
          "begins_with(ab.bc[1].a, ab.bc[1].#a) | begins_with | [ab, bc, [1], a]",
          "a IN (b, #a) | IN | [a]",
          "a BETWEEN b AND #a | BETWEEN | [a]"
        })
    void operandsThatAreTheSame(String text, String operator, String path) {
      assertThat(conditionError(text, "#a=a", ""))
          .isEqualTo(
              FILTER
                  + "The first operand must be distinct from the remaining operands for this"
                  + " operator or function; operator: "
                  + operator
                  + ", first operand: "
                  + path);
    }

    @Test
    void boundsOfBetween() {
      assertThat(conditionError("a BETWEEN :l AND :h", "", "{':l':{'N':'5'},':h':{'N':'4.5'}}"))
          .isEqualTo(
              FILTER
                  + "The BETWEEN operator requires upper bound to be greater than or equal to lower"
                  + " bound; lower bound operand: AttributeValue: {N:5}, upper bound operand:"
                  + " AttributeValue: {N:4.5}");
      assertThat(conditionError("a BETWEEN :l AND :h", "", "{':l':{'N':'5'},':h':{'S':'x'}}"))
          .isEqualTo(
              FILTER
                  + "The BETWEEN operator requires same data type for lower and upper bounds; lower"
                  + " bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue:"
                  + " {S:x}");
      assertThat(conditionError("a BETWEEN :l AND :h", "", "{':l':{'B':'aGk='},':h':{'B':'YQ=='}}"))
          .endsWith(
              "lower bound operand: AttributeValue: {B:aGk=}, upper bound operand: AttributeValue:"
                  + " {B:YQ==}");
    }

    @Test
    void limits() {
      String in = "n IN (" + ":v, ".repeat(99) + ":v)";
      assertThat(test(in, "{':v':{'N':'5'}}")).isTrue();
      assertThat(conditionError("a IN (" + ":v, ".repeat(100) + ":v)", "", "{':v':{'N':'5'}}"))
          .isEqualTo(
              FILTER
                  + "The IN operator is provided with too many operands; number of operands: 101");

      String most = "n<m " + "or (n<m ".repeat(149) + ")".repeat(149);
      assertThat(test(most, "")).isFalse();
      String oneMore = "n<m " + "or (n<m ".repeat(150) + ")".repeat(150);
      assertThat(conditionError(oneMore, "", ""))
          .isEqualTo(FILTER + "The expression contains too many operators; operator count: 301");

      assertThat(test("attribute_exists(a" + ".a".repeat(31) + ")", "")).isFalse();
      assertThat(conditionError("attribute_exists(a" + ".a".repeat(32) + ")", "", ""))
          .isEqualTo(
              FILTER + "The document path has too many nesting elements; nesting levels: 33");
    }
  }
}
