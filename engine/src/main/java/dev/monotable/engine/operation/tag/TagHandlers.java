package dev.monotable.engine.operation.tag;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TagFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.ListTagsOfResourceInput;
import dev.monotable.model.ListTagsOfResourceOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.Unit;
import dev.monotable.model.UntagResourceInput;
import dev.monotable.schema.OperationSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operations on tags. */
public final class TagHandlers {
  private final OperationContext context;

  private TagHandlers(OperationContext context) {
    this.context = context;
  }

  /** Returns the handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    TagHandlers tags = new TagHandlers(context);
    return new HandlerChoice(operation)
        .or(Operations.LIST_TAGS_OF_RESOURCE, tags::list)
        .or(Operations.TAG_RESOURCE, OperationHandler.adding(tags::tag))
        .or(Operations.UNTAG_RESOURCE, tags::untag)
        .found();
  }

  /**
   * Performs ListTagsOfResource. It ignores NextToken and returns all tags in one response.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html">ListTagsOfResource</a>
   */
  private ListTagsOfResourceOutput list(ListTagsOfResourceInput request, Call call) {
    String arn = TaggedResource.requireArn(request.resourceArn(), context);
    TaggedResource resource = TaggedResource.require(context.committer().state(), arn);
    return ListTagsOfResourceOutput.builder().tags(Tags.list(resource.tags())).build();
  }

  /**
   * Performs TagResource.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html">TagResource</a>
   */
  private Unit tag(TagResourceInput request, Call call) {
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

  /**
   * Performs UntagResource.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html">UntagResource</a>
   */
  private Unit untag(UntagResourceInput request, Call call) {
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
