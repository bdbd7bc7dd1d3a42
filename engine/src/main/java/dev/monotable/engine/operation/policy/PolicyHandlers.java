package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.policy.TablePolicies.Slot;
import dev.monotable.model.DeleteResourcePolicyInput;
import dev.monotable.model.DeleteResourcePolicyOutput;
import dev.monotable.model.GetResourcePolicyInput;
import dev.monotable.model.GetResourcePolicyOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutResourcePolicyInput;
import dev.monotable.model.PutResourcePolicyOutput;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on resource-based policies. */
public final class PolicyHandlers {
  private final OperationContext context;

  private PolicyHandlers(OperationContext context) {
    this.context = context;
  }

  /** Returns the handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    PolicyHandlers policies = new PolicyHandlers(context);
    return new HandlerChoice(operation)
        .or(Operations.GET_RESOURCE_POLICY, policies::get)
        .or(Operations.PUT_RESOURCE_POLICY, OperationHandler.adding(policies::put))
        .or(Operations.DELETE_RESOURCE_POLICY, policies::delete)
        .found();
  }

  /**
   * Performs GetResourcePolicy. It returns a policy as soon as PutResourcePolicy has.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetResourcePolicy.html">GetResourcePolicy</a>
   */
  private GetResourcePolicyOutput get(GetResourcePolicyInput request, Call call) {
    String arn = request.resourceArn();
    boolean unused = PolicyResource.requireArn(arn, context);
    PolicyResource resource = PolicyResource.require(context.committer().state(), arn);
    String document = resource.document();
    if (document == null) {
      throw new FaultException(PolicyFault.Plain.NOT_FOUND.with(arn));
    }
    return new GetResourcePolicyOutput(document, resource.revision());
  }

  /**
   * Performs PutResourcePolicy. A document that is equal in its canonical form changes nothing
   * (DDB-TABLE-207).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutResourcePolicy.html">PutResourcePolicy</a>
   */
  private PutResourcePolicyOutput put(PutResourcePolicyInput request, Call call) {
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

  /**
   * Performs DeleteResourcePolicy. It returns the revision of the policy; a repetition returns that
   * of the deletion (DDB-TABLE-205).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteResourcePolicy.html">DeleteResourcePolicy</a>
   */
  private DeleteResourcePolicyOutput delete(DeleteResourcePolicyInput request, Call call) {
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
