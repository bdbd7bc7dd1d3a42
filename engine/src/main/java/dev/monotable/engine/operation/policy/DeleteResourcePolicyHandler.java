package dev.monotable.engine.operation.policy;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.policy.TablePolicies.Slot;
import dev.monotable.model.DeleteResourcePolicyInput;
import dev.monotable.model.DeleteResourcePolicyOutput;

/**
 * The DeleteResourcePolicy operation. It returns the revision of the policy; a repetition returns
 * that of the deletion (DDB-TABLE-205).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteResourcePolicy.html">DeleteResourcePolicy</a>
 */
final class DeleteResourcePolicyHandler
    implements OperationHandler<DeleteResourcePolicyInput, DeleteResourcePolicyOutput> {
  private final OperationContext context;

  DeleteResourcePolicyHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DeleteResourcePolicyOutput handle(DeleteResourcePolicyInput request, Call call) {
    String arn = request.resourceArn();
    boolean unused = PolicyResource.requireArn(arn, context);
    return context
        .committer()
        .commit(
            call.ticket(),
            draft -> {
              PolicyResource resource = PolicyResource.require(draft.state(), arn);
              resource.requireRevision(request.expectedRevisionId());
              String revision = resource.revision();
              if (resource.document() != null) {
                resource.requireChangeable();
                draft.putTable(
                    resource.with(
                        new Slot(null, true, resource.nextRevision(draft.now().toEpochMilli()))));
              }
              return new DeleteResourcePolicyOutput(revision);
            });
  }
}
