package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.bindings;
import static dev.monotable.engine.expression.Expressions.item;
import static dev.monotable.engine.expression.Expressions.messageOf;
import static dev.monotable.engine.expression.Expressions.project;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionTest {
  private static final Item ITEM =
      item(
          "{'pk':{'S':'k'},'lst':{'L':[{'S':'0'},{'NULL':true},{'S':'2'},{'S':'3'}]},"
              + "'maps':{'L':[{'M':{'v':{'S':'a0'},'x':{'S':'x0'}}},{'M':{'v':{'S':'a1'}}},"
              + "{'M':{'v':{'S':'a2'},'x':{'S':'x2'}}}]},"
              + "'deep':{'M':{'l1':{'M':{'l2':{'M':{'l3':{'S':'bottom'},'sib':{'S':'s'}}}}}}},"
              + "'hollow':{'M':{}}}");

  // ExtendDB/extenddb tests/test_nested_projection.py and nubo-db/dynoxide CHANGELOG 0.11.2, both
  // checked against AWS.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "pk | {'pk':{'S':'k'}}",
        "pk, zz | {'pk':{'S':'k'}}",
        "zz, zz1.a, pk.a, lst.a, deep[0] | {}",
        "lst[0], lst[2] | {'lst':{'L':[{'S':'0'},{'S':'2'}]}}",
        "lst[2], lst[0] | {'lst':{'L':[{'S':'0'},{'S':'2'}]}}",
        "lst[9], lst[3] | {'lst':{'L':[{'S':'3'}]}}",
        "lst[9] | {}",
        "lst[1] | {'lst':{'L':[{'NULL':true}]}}",
        "maps[0].v, maps[2].v | {'maps':{'L':[{'M':{'v':{'S':'a0'}}},{'M':{'v':{'S':'a2'}}}]}}",
        "maps[2].x, maps[2].v | {'maps':{'L':[{'M':{'v':{'S':'a2'},'x':{'S':'x2'}}}]}}",
        "maps[1].x, maps[0].x | {'maps':{'L':[{'M':{'x':{'S':'x0'}}}]}}",
        "deep.l1.l2.l3 | {'deep':{'M':{'l1':{'M':{'l2':{'M':{'l3':{'S':'bottom'}}}}}}}}",
        "deep.l1.zz, deep.zz | {}",
        "hollow | {'hollow':{'M':{}}}",
        "hollow.a | {}"
      })
  void selectsAndMerges(String projection, String expected) {
    Item projected = project(ITEM, projection);
    assertThat(projected).isEqualTo(item(expected));
    assertThat(projected.size()).isEqualTo(item(expected).size());
  }

  @Test
  void keepsTheStoredOrder() {
    assertThat(project(ITEM, "deep.l1.l2.sib, lst[0], pk").toString())
        .isEqualTo(
            item("{'pk':{'S':'k'},'lst':{'L':[{'S':'0'}]},"
                    + "'deep':{'M':{'l1':{'M':{'l2':{'M':{'sib':{'S':'s'}}}}}}}}")
                .toString());
  }

  @Test
  void wholeAttributesAreProjectedWithoutAnExpression() {
    BoundProjection projection = BoundProjection.ofAttributes(List.of("hollow", "pk", "pk", "a.b"));
    assertThat(projection.project(ITEM, new ItemWriter()))
        .isEqualTo(item("{'pk':{'S':'k'},'hollow':{'M':{}}}"));
    assertThat(projection.topLevelNames()).containsExactly("hollow", "pk", "a.b");
  }

  @Test
  void namesTheAttributesItReads() {
    BoundProjection bound = COMPILER.projection("b[0].c, a, #p.x").bind(bindings("#p=p", ""));
    assertThat(bound.topLevelNames()).containsExactly("b", "a", "p");
    assertThat(bound.nestedNames()).containsExactly("b", "p");
  }

  // ExtendDB/extenddb tests/test_projection_overlapping_paths.py, checked against AWS.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a, a.b | [a] | [a, b]",
        "a.b, a | [a, b] | [a]",
        "a, a | [a] | [a]",
        "alist[0], alist | [alist, [0]] | [alist]",
        "#p, #p.#q | [a] | [a, b]",
        "x, a.b, a | [a, b] | [a]"
      })
  void pathsThatOverlap(String projection, String one, String two) {
    assertThat(messageOf(() -> COMPILER.projection(projection).bind(bindings("#p=a #q=b", ""))))
        .isEqualTo(
            "Invalid ProjectionExpression: Two document paths overlap with each other; must remove"
                + " or rewrite one of these paths; path one: "
                + one
                + ", path two: "
                + two);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.b, a[0] | Two document paths conflict with each other; must remove or rewrite one of these"
            + " paths; path one: [a, b], path two: [a, [0]]",
        "a.#u, a.#u | An expression attribute name used in the document path is not defined; attribute"
            + " name: #u",
        "abort, #u | Attribute name is a reserved keyword; reserved keyword: abort",
        "'' | The expression can not be empty;"
      })
  void otherFaults(String projection, String message) {
    assertThat(messageOf(() -> COMPILER.projection(projection).bind(bindings("", ""))))
        .isEqualTo("Invalid ProjectionExpression: " + message);
  }
}
