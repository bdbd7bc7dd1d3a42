package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** What Select may say beside a projection and an index. */
final class SelectRules {
  private SelectRules() {}

  /**
   * Checks them in the order of nubo-db/dynamodb-conformance {@code tests/tier1/query/select}.
   *
   * @param contradiction makes the message from the parameter that names attributes and Select
   * @throws DynamoException where they contradict each other
   */
  static void require(
      @Nullable String select,
      @Nullable String indexName,
      @Nullable String projectionExpression,
      @Nullable List<String> attributesToGet,
      BinaryOperator<String> contradiction) {
    if (select == null) {
      return;
    }
    boolean projects = projectionExpression != null || attributesToGet != null;
    if (select.equals("SPECIFIC_ATTRIBUTES")) {
      if (!projects) {
        throw DynamoException.validation(Messages.SPECIFIC_WITHOUT_ATTRIBUTES);
      }
    } else if (projects) {
      throw DynamoException.validation(
          contradiction.apply(
              projectionExpression != null ? "ProjectionExpression" : "AttributesToGet", select));
    } else if (select.equals("ALL_PROJECTED_ATTRIBUTES") && indexName == null) {
      throw DynamoException.validation(Messages.ALL_PROJECTED_WITHOUT_INDEX);
    }
  }
}
