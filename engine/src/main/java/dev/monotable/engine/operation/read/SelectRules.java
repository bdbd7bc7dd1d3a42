package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Select may say beside a projection and an index. */
final class SelectRules {
  private SelectRules() {}

  /**
   * Checks them in the order of nubo-db/dynamodb-conformance {@code tests/tier1/query/select}.
   *
   * @throws FaultException where they contradict each other
   */
  static void require(
      @Nullable String select,
      @Nullable String indexName,
      @Nullable String projectionExpression,
      @Nullable List<String> attributesToGet) {
    if (select == null) {
      return;
    }
    boolean projects = projectionExpression != null || attributesToGet != null;
    if (select.equals("SPECIFIC_ATTRIBUTES")) {
      if (!projects) {
        throw new FaultException(ReadFault.Plain.SPECIFIC_WITHOUT_ATTRIBUTES);
      }
    } else if (projects) {
      throw new FaultException(
          new ReadFault.SelectWithProjection(
              projectionExpression != null ? "ProjectionExpression" : "AttributesToGet", select));
    } else if (select.equals("ALL_PROJECTED_ATTRIBUTES") && indexName == null) {
      throw new FaultException(ReadFault.Plain.ALL_PROJECTED_WITHOUT_INDEX);
    }
  }
}
