package dev.monotable.engine.operation.tag;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TagFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Unit;
import dev.monotable.model.UntagResourceInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The UntagResource operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html">UntagResource</a>
 */
public final class UntagResourceHandler implements OperationHandler<UntagResourceInput, Unit> {
  private final OperationContext context;

  public UntagResourceHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public Unit handle(UntagResourceInput request, Call call) {
    List<String> removed = Tags.requireList(request.resourceArn(), request.tagKeys(), "tagKeys");
    String arn = TaggedResource.requireArn(request.resourceArn(), context);
    if (removed.isEmpty()) {
      throw new FaultException(TagFault.Plain.NO_TAG_KEYS);
    }
    Tags.requireKeys(removed, context.limits());
    return context
        .committer()
        .commit(
            call.ticket(),
            draft -> {
              TaggedResource resource = TaggedResource.require(draft.state(), arn);
              Map<String, String> tags = new LinkedHashMap<>(resource.tags());
              removed.forEach(tags::remove);
              draft.putTable(resource.withTags(tags));
              return new Unit();
            });
  }
}
