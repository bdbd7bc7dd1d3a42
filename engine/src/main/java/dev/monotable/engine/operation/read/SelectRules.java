package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What Select may say beside a projection and an index. */
final class SelectRules {
  private SelectRules() {}

  /**
   * Checks them in the order of nubo-db/dynamodb-conformance {@code tests/tier1/query/select}.
   *
   * @param frame what the operation makes of the text
   * @throws DynamoException where they contradict each other
   */
  static void require(
      @Nullable String select,
      @Nullable String indexName,
      @Nullable String projectionExpression,
      @Nullable List<String> attributesToGet,
      UnaryOperator<String> frame) {
    if (select == null) {
      return;
    }
    boolean projects = projectionExpression != null || attributesToGet != null;
    if (select.equals("SPECIFIC_ATTRIBUTES")) {
      if (!projects) {
        throw DynamoException.validation(frame.apply(Messages.SPECIFIC_WITHOUT_ATTRIBUTES));
      }
    } else if (projects) {
      throw DynamoException.validation(
          frame.apply(
              Messages.selectWithProjection(
                  projectionExpression != null ? "ProjectionExpression" : "AttributesToGet",
                  select)));
    } else if (select.equals("ALL_PROJECTED_ATTRIBUTES") && indexName == null) {
      throw DynamoException.validation(Messages.ALL_PROJECTED_WITHOUT_INDEX);
    }
  }
}
