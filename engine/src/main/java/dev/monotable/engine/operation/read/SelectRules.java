package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.model.Select;
import org.jspecify.annotations.Nullable;

/** Checks Select against the projection and the index. */
final class SelectRules {
  private SelectRules() {}

  /**
   * Checks Select in the order of nubo-db/dynamodb-conformance {@code tests/tier1/query/select}.
   *
   * @throws FaultException if Select contradicts the projection or needs an index
   */
  static void require(ReadAction.Selection selection, @Nullable String index) {
    Select select = selection.select();
    if (select == null) {
      return;
    }
    boolean projects =
        selection.projectionExpression() != null || selection.attributesToGet() != null;
    if (select == Select.SPECIFIC_ATTRIBUTES) {
      if (!projects) {
        throw new FaultException(ReadFault.Plain.SPECIFIC_WITHOUT_ATTRIBUTES);
      }
    } else if (projects) {
      throw new FaultException(
          new ReadFault.SelectWithProjection(
              selection.projectionExpression() != null ? "ProjectionExpression" : "AttributesToGet",
              select.wire()));
    } else if (select == Select.ALL_PROJECTED_ATTRIBUTES && index == null) {
      throw new FaultException(ReadFault.Plain.ALL_PROJECTED_WITHOUT_INDEX);
    }
  }
}
