package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.ConstraintFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.Violation;
import dev.monotable.model.Select;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks Select against the projection and the index. */
final class SelectRules {
  /** The values in the order in which AWS prints them. */
  private static final List<String> PRINTED =
      List.of("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES");

  private SelectRules() {}

  /**
   * Checks the value of Select where the request was not checked for it before.
   *
   * @throws FaultException if the value is unknown
   */
  static void requireKnown(@Nullable String sent) {
    if (sent != null && Select.find(sent) == null) {
      throw new FaultException(
          new ConstraintFault(
              List.of(
                  new Violation(
                      Violation.Form.VALUE,
                      "select",
                      "Select",
                      sent,
                      new Violation.OneOf(PRINTED)))));
    }
  }

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
