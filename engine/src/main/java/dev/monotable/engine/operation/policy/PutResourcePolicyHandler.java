package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.policy.TablePolicies.Slot;
import dev.monotable.model.PutResourcePolicyInput;
import dev.monotable.model.PutResourcePolicyOutput;

/**
 * The PutResourcePolicy operation. A document that is equal in its canonical form changes nothing
 * (DDB-TABLE-207).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html">PutResourcePolicy</a>
 */
final class PutResourcePolicyHandler
    implements OperationHandler<PutResourcePolicyInput, PutResourcePolicyOutput> {
  private final OperationContext context;

  PutResourcePolicyHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public PutResourcePolicyOutput handle(PutResourcePolicyInput request, Call call) {
    String arn = request.resourceArn();
    boolean ofStream = PolicyResource.requireArn(arn, context);
    PolicyDocument document = PolicyDocument.parse(request.policy(), ofStream, context);
    if (document.locksOut() && !Boolean.TRUE.equals(request.confirmRemoveSelfResourceAccess())) {
      PolicyResource.require(context.committer().state(), arn);
      throw new FaultException(PolicyFault.Plain.LOCKS_OUT);
    }
    return context
        .committer()
        .commit(
            call.ticket(),
            draft -> {
              PolicyResource resource = PolicyResource.require(draft.state(), arn);
              resource.requireRevision(request.expectedRevisionId());
              Slot present = resource.slot();
              if (present == null
                  || !document.canonical().equals(present.document())
                  || document.hasVersion() != present.hasVersion()) {
                resource.requireChangeable();
                long revision = resource.nextRevision(draft.now().toEpochMilli());
                draft.putTable(
                    resource.with(new Slot(document.canonical(), document.hasVersion(), revision)));
                resource = PolicyResource.require(draft.state(), arn);
              }
              return new PutResourcePolicyOutput(resource.revision());
            });
  }

  @Override
  public boolean addsData(PutResourcePolicyInput request, Call call) {
    return true;
  }
}
