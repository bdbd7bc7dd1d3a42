package dev.monotable.engine.partiql;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Tables and statements for the tests of PartiQL. */
abstract class StatementFixture {
  static final String INVALID = "ValidationException ";
  static final String UNFORMED = INVALID + "Statement wasn't well formed, can't be processed: ";

  PartiqlFixture partiql;

  @BeforeEach
  void open(MonotableEngine engine) {
    partiql = new PartiqlFixture(engine);
  }

  static List<Item> items(String... items) {
    return Arrays.stream(items).map(Item::parse).toList();
  }

  static AttributeValue value(String json) {
    return AttributeValue.parse(json);
  }
}
