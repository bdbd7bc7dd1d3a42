package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.value.AttributeValue;
import org.junit.jupiter.api.Test;

class KeyShapesTest {
  private static final AttributeValue USER = AttributeValue.string("USER#1");

  @Test
  void attributesWithoutRoomHaveAnyValue() {
    KeyShapes shapes = new KeyShapes(null, 2);

    assertThat(shapes.ofValue("One", "PK", USER)).hasToString("USER#{}");
    assertThat(shapes.ofValue("Two", "PK", USER)).hasToString("USER#{}");
    assertThat(shapes.ofValue("Three", "PK", USER)).isEqualTo(KeyTemplate.ANY);
    assertThat(shapes.ofPrefix("Three", "PK", USER)).isEqualTo(KeyTemplate.ANY);
    assertThat(shapes.ofValue("One", "PK", USER)).hasToString("USER#{}");
  }

  @Test
  void declaredAttributesHaveRoom() {
    KeyShapes shapes = new KeyShapes(ExampleDesign.ORDERS.design(), 1);

    assertThat(shapes.ofValue("One", "PK", USER)).hasToString("USER#{}");
    assertThat(shapes.ofValue("Two", "PK", USER)).isEqualTo(KeyTemplate.ANY);
    assertThat(shapes.ofValue("MainTable", "PK", USER)).hasToString("USER#{}");
    assertThat(shapes.ofValue("MainTable", "GSI1SK", AttributeValue.string("ORDER#20240625")))
        .hasToString("ORDER#{}");
  }
}
