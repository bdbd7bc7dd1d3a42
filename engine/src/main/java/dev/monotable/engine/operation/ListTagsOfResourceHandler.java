package dev.monotable.engine.operation;

import dev.monotable.engine.table.TableState;
import dev.monotable.model.ListTagsOfResourceInput;
import dev.monotable.model.ListTagsOfResourceOutput;

/**
 * ListTagsOfResource; all tags in one answer.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html">ListTagsOfResource</a>
 */
final class ListTagsOfResourceHandler
    implements OperationHandler<ListTagsOfResourceInput, ListTagsOfResourceOutput> {
  private final OperationContext context;

  ListTagsOfResourceHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListTagsOfResourceOutput handle(ListTagsOfResourceInput request) {
    TableState table = Tags.require(context.committer().state(), request.resourceArn());
    return ListTagsOfResourceOutput.builder().tags(Tags.list(table.definition().tags())).build();
  }
}
