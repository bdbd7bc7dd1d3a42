package dev.monotable.engine.operation;

import dev.monotable.engine.table.TableState;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.Unit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * TagResource.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html">TagResource</a>
 */
final class TagResourceHandler implements OperationHandler<TagResourceInput, Unit> {
  private final OperationContext context;

  TagResourceHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public Unit handle(TagResourceInput request) {
    return context
        .committer()
        .commit(
            draft -> {
              TableState table = Tags.require(draft.state(), request.resourceArn());
              Map<String, String> tags = new LinkedHashMap<>(table.definition().tags());
              Tags.add(tags, Required.member(request.tags()), context.limits());
              draft.putTable(
                  table.withDefinition(table.definition().toBuilder().tags(tags).build()));
              return new Unit();
            });
  }
}
