package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.bindings;
import static dev.monotable.engine.expression.Expressions.item;
import static dev.monotable.engine.expression.Expressions.messageOf;
import static dev.monotable.engine.expression.Expressions.update;
import static dev.monotable.engine.expression.Expressions.updateError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTest {
  private static final String UPDATE = "Invalid UpdateExpression: ";
  private static final String MISSING =
      "The provided expression refers to an attribute that does not exist in the item";
  private static final String DATA_TYPE =
      "An operand in the update expression has an incorrect data type";
  private static final String PATH =
      "The document path provided in the update expression is invalid for update";

  private static String failure(String old, String update, String values) {
    return messageOf(() -> update(old.isEmpty() ? null : item(old), update, values));
  }

  @Nested
  class Behaviour {
    // Semantics: scylladb/scylladb test/alternator/test_update_expression.py, checked against AWS.
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          // SET
          "{'a':{'N':'1'}} | SET b = :v | {':v':{'S':'x'}} | {'a':{'N':'1'},'b':{'S':'x'}}",
          "{'a':{'N':'1'},'b':{'N':'2'}} | SET a = b, b = a || {'a':{'N':'2'},'b':{'N':'1'}}",
          "{'a':{'N':'1'}} | REMOVE a SET b = a || {'b':{'N':'1'}}",
          "{'a':{'N':'2'}} | SET a = a + :v | {':v':{'N':'3'}} | {'a':{'N':'5'}}",
          "{'a':{'N':'2'}} | SET b = :v - a | {':v':{'N':'7'}} | {'a':{'N':'2'},'b':{'N':'5'}}",
          "{'a':{'N':'7'}} | SET a = (a + a) || {'a':{'N':'14'}}",
          "{'a':{'N':'9'}} | SET a = if_not_exists(a, :v) | {':v':{'N':'1'}} | {'a':{'N':'9'}}",
          "{} | SET a = if_not_exists(a, :v) | {':v':{'N':'1'}} | {'a':{'N':'1'}}",
          "{} | SET a = if_not_exists(a, :v) + :v | {':v':{'N':'1'}} | {'a':{'N':'2'}}",
          "{'c':{'N':'4'}} | SET a = if_not_exists(b, if_not_exists(c, :v)) | {':v':{'N':'1'}} "
              + "| {'c':{'N':'4'},'a':{'N':'4'}}",
          "{'l':{'L':[{'N':'1'}]}} | SET l = list_append(l, :v) | {':v':{'L':[{'S':'x'}]}} "
              + "| {'l':{'L':[{'N':'1'},{'S':'x'}]}}",
          "{'l':{'L':[{'N':'1'}]}} | SET l = list_append(:v, l) | {':v':{'L':[]}} "
              + "| {'l':{'L':[{'N':'1'}]}}",
          "{} | SET l = list_append(if_not_exists(l, :e), :v) "
              + "| {':e':{'L':[]},':v':{'L':[{'S':'x'}]}} | {'l':{'L':[{'S':'x'}]}}",
          // paths
          "{'a':{'M':{'x':{'N':'1'}}}} | SET a.y = :v | {':v':{'N':'2'}} "
              + "| {'a':{'M':{'x':{'N':'1'},'y':{'N':'2'}}}}",
          "{'a':{'M':{'x':{'M':{'y':{'L':[{'N':'1'},{'N':'2'}]}}}}}} | SET a.x.y[1] = :v "
              + "| {':v':{'S':'z'}} | {'a':{'M':{'x':{'M':{'y':{'L':[{'N':'1'},{'S':'z'}]}}}}}}",
          "{'a':{'M':{'x':{'N':'3'},'y':{'N':'4'},'c':{'M':{'y':{'N':'3'}}}}},"
              + "'b':{'M':{'x':{'N':'1'},'y':{'N':'2'}}}} "
              + "| SET a.b = :v, a.c.d = :v, b.x = :v REMOVE a.x, b.y | {':v':{'S':'v'}} "
              + "| {'a':{'M':{'y':{'N':'4'},'c':{'M':{'y':{'N':'3'},'d':{'S':'v'}}},'b':{'S':'v'}}},"
              + "'b':{'M':{'x':{'S':'v'}}}}",
          // lists
          "{'l':{'L':[{'N':'0'}]}} | SET l[7] = :v | {':v':{'N':'1'}} "
              + "| {'l':{'L':[{'N':'0'},{'N':'1'}]}}",
          "{'l':{'L':[]}} | SET l[84] = :a, l[37] = :b, l[17] = :c "
              + "| {':a':{'N':'1'},':b':{'N':'2'},':c':{'N':'3'}} "
              + "| {'l':{'L':[{'N':'3'},{'N':'2'},{'N':'1'}]}}",
          "{'l':{'L':[{'N':'2'},{'N':'3'},{'N':'4'},{'N':'5'},{'N':'6'}]}} "
              + "| SET l[3] = :v REMOVE l[1] | {':v':{'N':'17'}} "
              + "| {'l':{'L':[{'N':'2'},{'N':'4'},{'N':'17'},{'N':'6'}]}}",
          "{'l':{'L':[{'N':'1'}]}} | REMOVE l[0], l[9] || {'l':{'L':[]}}",
          // REMOVE
          "{'a':{'N':'1'},'b':{'N':'2'}} | REMOVE a, zz || {'b':{'N':'2'}}",
          "{'a':{'M':{'x':{'N':'1'}}}} | REMOVE a.x || {'a':{'M':{}}}",
          "{'a':{'M':{'x':{'N':'1'}}}} | REMOVE a.gone || {'a':{'M':{'x':{'N':'1'}}}}",
          // ADD
          "{'a':{'N':'3'}} | ADD a :v | {':v':{'N':'-4.5'}} | {'a':{'N':'-1.5'}}",
          "{} | ADD a :v | {':v':{'N':'7'}} | {'a':{'N':'7'}}",
          "{'s':{'SS':['b','d']}} | ADD s :v | {':v':{'SS':['a','b']}} | {'s':{'SS':['a','b','d']}}",
          "{} | ADD s :v | {':v':{'BS':['YQ==']}} | {'s':{'BS':['YQ==']}}",
          "{'a':{'M':{}}} | ADD a.n :v | {':v':{'N':'1'}} | {'a':{'M':{'n':{'N':'1'}}}}",
          "{'l':{'L':[]}} | ADD l[3] :v | {':v':{'N':'1'}} | {'l':{'L':[{'N':'1'}]}}",
          // DELETE
          "{'s':{'NS':['1','2','3']}} | DELETE s :v | {':v':{'NS':['2.0','9']}} "
              + "| {'s':{'NS':['1','3']}}",
          "{'s':{'SS':['a']},'b':{'N':'1'}} | DELETE s :v | {':v':{'SS':['a','b']}} "
              + "| {'b':{'N':'1'}}",
          "{'a':{'M':{'s':{'SS':['a']}}}} | DELETE a.s :v | {':v':{'SS':['a']}} | {'a':{'M':{}}}",
          "{'b':{'N':'1'}} | DELETE s :v | {':v':{'SS':['a']}} | {'b':{'N':'1'}}"
        })
    void changesAnItem(String old, String update, String values, String expected) {
      String pk = "{'pk':{'S':'k'}" + (old.equals("{}") ? "}" : "," + old.substring(1));
      String after =
          "{'pk':{'S':'k'}" + (expected.equals("{}") ? "}" : "," + expected.substring(1));
      Item result = update(item(pk), update, values == null ? "" : values);
      assertThat(result).isEqualTo(item(after));
      assertThat(result.size()).isEqualTo(item(after).size());
    }

    @Test
    void aMissingItemBeginsWithItsKey() {
      Item result = update(null, "SET a = :v, b = pk", "{':v':{'N':'1'}}");
      assertThat(result).isEqualTo(item("{'pk':{'S':'k'},'a':{'N':'1'},'b':{'S':'k'}}"));
      assertThat(result.size()).isEqualTo(8);
    }

    @Test
    void untouchedAttributesKeepTheirPlaceAndBytes() {
      Item old = item("{'z':{'N':'1'},'y':{'M':{'q':{'N':'1'},'p':{'N':'2'}}},'pk':{'S':'k'}}");
      assertThat(update(old, "SET y.q = :v, a = :v", "{':v':{'S':'x'}}").toString())
          .isEqualTo(
              item("{'z':{'N':'1'},'y':{'M':{'q':{'S':'x'},'p':{'N':'2'}}},'pk':{'S':'k'},"
                      + "'a':{'S':'x'}}")
                  .toString());
    }

    @Test
    void onlySetAndAddMakeAnItem() {
      assertThat(bound("REMOVE a DELETE b :v", "{':v':{'SS':['x']}}").createsItem()).isFalse();
      assertThat(bound("SET a = :v", "{':v':{'SS':['x']}}").createsItem()).isTrue();
      assertThat(bound("REMOVE c ADD a :v", "{':v':{'SS':['x']}}").createsItem()).isTrue();
      // AWS allows REMOVE of a nested path in an item that does not exist.
      assertThat(update(null, "REMOVE x.y, z[0]", "")).isEqualTo(item("{'pk':{'S':'k'}}"));
    }

    @Test
    void listsItsTargets() {
      BoundUpdate bound = bound("SET a.b = c[0], d = e REMOVE a.x ADD n :v", "{':v':{'N':'1'}}");
      assertThat(bound.writtenAttributes()).containsExactly("a", "d", "n");
      assertThat(bound.nestedNames()).containsExactly("a", "c");
    }

    private static BoundUpdate bound(String update, String values) {
      return COMPILER.update(update).bind(bindings("", values));
    }

    // scylladb/scylladb test/alternator/test_returnvalues.py, checked against AWS.
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          "SET a.b = :v | {'a':{'M':{'b':{'S':'dog'}}}} | {'a':{'M':{'b':{'N':'7'}}}}",
          "SET a.c[1] = :v | {'a':{'M':{'c':{'L':[{'N':'2'}]}}}} "
              + "| {'a':{'M':{'c':{'L':[{'N':'7'}]}}}}",
          "SET a.c[1] = :v, a.b = :v | {'a':{'M':{'b':{'S':'dog'},'c':{'L':[{'N':'2'}]}}}} "
              + "| {'a':{'M':{'b':{'N':'7'},'c':{'L':[{'N':'7'}]}}}}",
          "SET a.x = :v | {} | {'a':{'M':{'x':{'N':'7'}}}}",
          "SET a.c[100] = :v | {} | {}",
          "SET d = :v, e = :v | {'d':{'S':'cat'}} | {'d':{'N':'7'},'e':{'N':'7'}}"
        })
    void reportsTheChangedAttributes(String update, String before, String after) {
      Item old =
          item(
              "{'pk':{'S':'k'},'a':{'M':{'b':{'S':'dog'},'c':{'L':[{'N':'1'},{'N':'2'},{'N':'3'}]}}},"
                  + "'d':{'S':'cat'}}");
      BoundUpdate bound = bound(update, "{':v':{'N':'7'}}");
      assertThat(bound.touched(old, new ItemWriter())).isEqualTo(item(before));
      assertThat(bound.touched(bound.apply(old, Item.EMPTY, new ItemWriter()), new ItemWriter()))
          .isEqualTo(item(after));
    }

    @Test
    void aRemovedElementShowsTheElementThatReplacesIt() {
      Item old = item("{'c':{'L':[{'N':'1'},{'N':'2'},{'N':'3'}]}}");
      BoundUpdate bound = bound("REMOVE c[1], c[3]", "");
      assertThat(bound.touched(old, new ItemWriter())).isEqualTo(item("{'c':{'L':[{'N':'2'}]}}"));
      assertThat(bound.touched(bound.apply(old, Item.EMPTY, new ItemWriter()), new ItemWriter()))
          .isEqualTo(item("{'c':{'L':[{'N':'3'}]}}"));
    }
  }

  @Nested
  class Validation {
    // Requests: architect/dynalite test/updateItem.js.
    @Test
    void texts() {
      assertThat(updateError("", "", "")).isEqualTo(UPDATE + "The expression can not be empty;");
      assertThat(updateError("INVALID SYNTAX HERE", "", ""))
          .isEqualTo(UPDATE + "Syntax error; token: \"INVALID\", near: \"INVALID SYNTAX\"");
      assertThat(updateError("SET a" + "z".repeat(4096) + " = :v", "", ""))
          .isEqualTo(UPDATE + "Expression size has exceeded the maximum allowed size;");
      assertThat(updateError("REMOVE a[99999999999]", "", ""))
          .isEqualTo(UPDATE + "List index is not within the allowable range; index: [99999999999]");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "set #c = :c set abOrt = true "
              + "| Attribute name is a reserved keyword; reserved keyword: abOrt",
          "remove Absolute | Attribute name is a reserved keyword; reserved keyword: Absolute",
          "set #c = if_not_exist(:c) set c = d | Invalid function name; function: if_not_exist",
          "set a = #c set c = :d | The \"SET\" section can only be used once in an update expression;",
          "remove #d set a = b remove e "
              + "| The \"REMOVE\" section can only be used once in an update expression;",
          "add #d :e set a = b add e :f "
              + "| The \"ADD\" section can only be used once in an update expression;",
          "delete #d :e set a = b delete #e :f "
              + "| The \"DELETE\" section can only be used once in an update expression;",
          // scylladb/scylladb test/alternator/test_update_expression.py
          "set a = list_append(list_append(:a, :b), :b) | The function is not allowed to be used this"
              + " way in an expression; function: list_append",
          "set a = size(b) "
              + "| The function is not allowed in an update expression; function: size",
          "SET #z = if_not_exists(:c) | An expression attribute name used in the document path is not"
              + " defined; attribute name: #z",
          "SET a = :y, #z = b | An expression attribute name used in the document path is not"
              + " defined; attribute name: #z",
          "SET #a = if_not_exists(:c) | An expression attribute value used in expression is not"
              + " defined; attribute value: :c"
        })
    void theStructureIsCheckedBeforeSubstitutionsAndTheseBeforePaths(
        String update, String message) {
      assertThat(updateError(update, "#a=a #b=b", "{':a':{'S':'a'},':b':{'S':'a'}}"))
          .isEqualTo(UPDATE + message);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a) | [c, [1], a] | [c]",
          "set c.b.#c = a, c = a, #d = a | [c, b, c] | [c]",
          "set a = b remove a, #c, #d | [a] | [a]",
          "set #c[3].#d = a, #c[3] = a | [c, [3], [3]] | [c, [3]]",
          "remove c, #c.a, #d | [c] | [c, a]",
          "remove a, #c, a, #d | [a] | [a]"
        })
    void pathsThatOverlap(String update, String one, String two) {
      assertThat(updateError(update, "#c=c #d=[3]", ""))
          .isEqualTo(
              UPDATE
                  + "Two document paths overlap with each other; must remove or rewrite one of these"
                  + " paths; path one: "
                  + one
                  + ", path two: "
                  + two);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "set #c[3].#d = a, #c.#d[3] = if_not_exists(a) | [c, [3], [3]] | [c, [3], [3]]",
          "remove a.#c set a[1] = #d | [a, c] | [a, [1]]",
          "set a.b.c = a, a.b[2] = b | [a, b, c] | [a, b, [2]]"
        })
    void pathsThatConflict(String update, String one, String two) {
      assertThat(updateError(update, "#c=c #d=[3]", ""))
          .isEqualTo(
              UPDATE
                  + "Two document paths conflict with each other; must remove or rewrite one of these"
                  + " paths; path one: "
                  + one
                  + ", path two: "
                  + two);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          "set b = list_append(:a, a), c = if_not_exists(a) add a.b :a | {'S':'a'} | ADD | STRING",
          "delete a.b :a | {'S':'a'} | DELETE | STRING",
          "add a.b :a | {'NULL':true} | ADD | NULL",
          "delete a.b :a | {'NULL':true} | DELETE | NULL",
          "add a.b :a | {'BOOL':true} | ADD | BOOLEAN",
          "delete a.b :a | {'BOOL':false} | DELETE | BOOLEAN",
          "add a.b :a | {'B':'YQ=='} | ADD | BINARY",
          "delete a.b :a | {'B':'YQ=='} | DELETE | BINARY",
          "add a.b :a | {'M':{'a':{'L':[{'N':'1'}]}}} | ADD | MAP",
          "delete a.b :a | {'M':{}} | DELETE | MAP",
          "add a.b :a | {'L':[{'N':'1'}]} | ADD | LIST",
          "delete a.b :a | {'L':[{'N':'1'}]} | DELETE | LIST",
          "delete a.b :a | {'N':'1'} | DELETE | NUMBER"
        })
    void operandsOfAddAndDelete(String update, String value, String action, String type) {
      assertThat(updateError(update, "", "{':a':" + value + "}"))
          .isEqualTo(
              UPDATE
                  + "Incorrect operand type for operator or function; operator: "
                  + action
                  + ", operand type: "
                  + type
                  + ", typeSet: ALLOWED_FOR_"
                  + action
                  + "_OPERAND");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "set a = if_not_exists(c) | Incorrect number of operands for operator or function; operator"
              + " or function: if_not_exists, number of operands: 1",
          "set a = list_append(c) | Incorrect number of operands for operator or function; operator or"
              + " function: list_append, number of operands: 1",
          "set a = if_not_exists(:s, c) | Operator or function requires a document path; operator or"
              + " function: if_not_exists",
          "set a = if_not_exists(if_not_exists(a, b), c) | Operator or function requires a document"
              + " path; operator or function: if_not_exists",
          "set a = list_append(:s, a) | Incorrect operand type for operator or function; operator or"
              + " function: list_append, operand type: S",
          "set a = list_append(a, :m) | Incorrect operand type for operator or function; operator or"
              + " function: list_append, operand type: M",
          "set a = a + :s | Incorrect operand type for operator or function; operator or function: +,"
              + " operand type: S",
          "set a = :l - a | Incorrect operand type for operator or function; operator or function: -,"
              + " operand type: L",
          "set a = if_not_exists(b, b) | The first operand must be distinct from the remaining operands"
              + " for this operator or function; operator: if_not_exists, first operand: [b]"
        })
    void functions(String update, String message) {
      assertThat(updateError(update, "", "{':s':{'S':'a'},':l':{'L':[]},':m':{'M':{}}}"))
          .isEqualTo(UPDATE + message);
    }
  }

  @Nested
  class Application {
    // Items: architect/dynalite test/updateItem.js.
    private static final String OLD =
        "{'a':{'S':'k'},'b':{'M':{'a':{'SS':['1']}}},'c':{'N':'1'},'d':{'NS':['1']},"
            + "'l':{'L':[{'S':'a'}]}}";

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          "delete d :a | {'SS':['1']}",
          "delete b :a | {'NS':['1']}",
          "delete b.a :a | {'NS':['1']}",
          "delete c :a | {'NS':['1']}",
          "add b :a | {'NS':['1']}",
          "add d :a | {'N':'1'}",
          "add l :a | {'NS':['1']}",
          "set e = a + :a | {'N':'1'}",
          "set e = b - :a | {'N':'1'}",
          "set e = list_append(d, if_not_exists(f, :a)) | {'L':[]}"
        })
    void whatTheItemHoldsHasAnotherType(String update, String value) {
      assertThat(failure(OLD, update, "{':a':" + value + "}")).isEqualTo(DATA_TYPE);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "set e = zz",
          "set e = list_append(zz, c)",
          "set e = l[1]",
          "set e = b.zz",
          "set e = zz + c",
          "set e = if_not_exists(zz, yy)",
          "set x1 = x2, x2 = x1"
        })
    void whatTheItemDoesNotHold(String update) {
      assertThat(failure(OLD, update, "")).isEqualTo(MISSING);
      assertThat(failure("", update, "")).isEqualTo(MISSING);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "set a.x = :a",
          "set a[1] = :a",
          "set y.a = :a",
          "set y[1] = :a",
          "set b[1] = :a",
          "set l.x = :a",
          "remove a.x",
          "remove a[1]",
          "remove y.a",
          "remove y[1]",
          "remove b[1]",
          "remove l.x",
          "delete a.x :a",
          "delete y[1] :a",
          "delete l.x :a",
          "add a.x :a",
          "add y.a :a",
          "add b[1] :a",
          "set l[1].x = :a",
          "set b.zz.x = :a"
        })
    void pathsThatLeadNowhere(String update) {
      assertThat(failure(OLD, update, update.contains(":a") ? "{':a':{'SS':['a']}}" : ""))
          .isEqualTo(PATH);
    }

    @Test
    void aMissingItemHasNoPaths() {
      assertThat(failure("", "set b.a = pk", "")).isEqualTo(PATH);
      assertThat(failure("", "add b.a :v", "{':v':{'N':'1'}}")).isEqualTo(PATH);
    }

    @Test
    void operandsAreCheckedBeforePaths() {
      assertThat(failure(OLD, "set y.a = c, e = zz", "")).isEqualTo(MISSING);
    }

    @Test
    void numbersBeyondTheBounds() {
      String values = "{':v':{'N':'9.9999999999999999999999999999999999999E125'}}";
      assertThat(failure("{'n':{'N':'9E125'}}", "ADD n :v", values))
          .isEqualTo(
              "Number overflow. Attempting to store a number with magnitude larger than supported"
                  + " range");
    }

    @Test
    void nestingBeyondTheBounds() {
      String thirty = "{'L':[".repeat(30) + "{'S':'x'}" + "]}".repeat(30);
      Item old = item("{'a':{'M':{}}}");
      String values = "{':v':" + thirty + "}";
      assertThat(update(old, "SET a.b = :v", values))
          .isEqualTo(item("{'a':{'M':{'b':" + thirty + "}}}"));
      assertThat(failure("{'a':{'M':{'b':{'M':{}}}}}", "SET a.b.c = :v", values))
          .isEqualTo("Nesting Levels have exceeded supported limits");
    }
  }
}
