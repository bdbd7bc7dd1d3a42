package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.condition;
import static dev.monotable.engine.operation.Requests.messageOf;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Condition;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** Tables for the tests of Query. */
abstract class QueryFixture {
  static final Map<String, Condition> A = Map.of("a", condition("EQ", "{'S':'b'}"));
  static final String INVALID_START = "The provided starting key is invalid";
  static final String NO_FIT = "The provided key element does not match the schema";

  MonotableEngine engine;

  @BeforeEach
  void createTables(MonotableEngine engine) {
    this.engine = engine;
    Requests.createTables(engine);
  }

  static QueryInput.Builder range() {
    return QueryInput.builder().tableName("Range");
  }

  static QueryInput.Builder range(Map<String, Condition> conditions) {
    return range().keyConditions(conditions);
  }

  QueryOutput send(QueryInput.Builder request) {
    return engine.call(Operations.QUERY, request.build());
  }

  String error(QueryInput.Builder request) {
    return messageOf(() -> send(request));
  }

  static Map<String, Condition> conditions(Object... namesAndConditions) {
    Map<String, Condition> conditions = new LinkedHashMap<>();
    for (int i = 0; i < namesAndConditions.length; i += 2) {
      conditions.put((String) namesAndConditions[i], (Condition) namesAndConditions[i + 1]);
    }
    return conditions;
  }
}
