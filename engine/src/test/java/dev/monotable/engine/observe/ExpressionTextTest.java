package dev.monotable.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expressions as observers see them. */
class ExpressionTextTest {
  @Test
  void anExpressionIsResolvedAndReducedToATemplate() {
    ExpressionText text =
        new ExpressionText(
            "#a  = :one\n AND contains(b.#c[0], :two) AND :missing < #d",
            Map.of("#a", "first name", "#c", "c"),
            Item.of(":one", "say \"hi\"", ":two", AttributeValue.bool(true)));
    assertThat(text.resolved())
        .isEqualTo(
            "first name = \"say \\\"hi\\\"\" AND contains(b.c[0], {\"BOOL\":true})"
                + " AND :missing < #d");
    assertThat(text.template())
        .isEqualTo("first name = {} AND contains(b.c[0], {}) AND :missing < #d");
  }
}
