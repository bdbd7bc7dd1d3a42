package dev.monotable.engine.operation.tag;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TagFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.Unit;
import java.util.List;

/**
 * The TagResource operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html">TagResource</a>
 */
public final class TagResourceHandler implements OperationHandler<TagResourceInput, Unit> {
  private final OperationContext context;

  public TagResourceHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public Unit handle(TagResourceInput request, Call call) {
    List<Tag> added = Tags.requireList(request.resourceArn(), request.tags(), "tags");
    String arn = TaggedResource.requireArn(request.resourceArn(), context);
    if (added.isEmpty()) {
      throw new FaultException(TagFault.Plain.NO_TAGS);
    }
    Tags.require(added, context.limits());
    return context
        .committer()
        .commit(
            call.ticket(),
            draft -> {
              TaggedResource resource = TaggedResource.require(draft.state(), arn);
              draft.putTable(
                  resource.withTags(Tags.with(resource.tags(), added, context.limits())));
              return new Unit();
            });
  }

  @Override
  public boolean addsData(TagResourceInput request, Call call) {
    return true;
  }
}
