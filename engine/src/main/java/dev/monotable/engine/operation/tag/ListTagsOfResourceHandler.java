package dev.monotable.engine.operation.tag;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.ListTagsOfResourceInput;
import dev.monotable.model.ListTagsOfResourceOutput;

/**
 * The ListTagsOfResource operation. It ignores NextToken and returns all tags in one response.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html">ListTagsOfResource</a>
 */
public final class ListTagsOfResourceHandler
    implements OperationHandler<ListTagsOfResourceInput, ListTagsOfResourceOutput> {
  private final OperationContext context;

  public ListTagsOfResourceHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListTagsOfResourceOutput handle(ListTagsOfResourceInput request, Call call) {
    String arn = TaggedResource.requireArn(request.resourceArn(), context);
    TaggedResource resource = TaggedResource.require(context.committer().state(), arn);
    return ListTagsOfResourceOutput.builder().tags(Tags.list(resource.tags())).build();
  }
}
