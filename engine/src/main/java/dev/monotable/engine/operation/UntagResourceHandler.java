package dev.monotable.engine.operation;

import dev.monotable.engine.table.TableState;
import dev.monotable.model.Unit;
import dev.monotable.model.UntagResourceInput;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * UntagResource.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html">UntagResource</a>
 */
final class UntagResourceHandler implements OperationHandler<UntagResourceInput, Unit> {
  private final OperationContext context;

  UntagResourceHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public Unit handle(UntagResourceInput request) {
    return context
        .committer()
        .commit(
            draft -> {
              TableState table = Tags.require(draft.state(), request.resourceArn());
              Map<String, String> tags = new LinkedHashMap<>(table.definition().tags());
              tags.keySet().removeAll(Required.member(request.tagKeys()));
              draft.putTable(
                  table.withDefinition(table.definition().toBuilder().tags(tags).build()));
              return new Unit();
            });
  }
}
