package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.GetResourcePolicyInput;
import dev.monotable.model.GetResourcePolicyOutput;

/**
 * The GetResourcePolicy operation. It returns a policy as soon as PutResourcePolicy has.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetResourcePolicy.html">GetResourcePolicy</a>
 */
final class GetResourcePolicyHandler
    implements OperationHandler<GetResourcePolicyInput, GetResourcePolicyOutput> {
  private final OperationContext context;

  GetResourcePolicyHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public GetResourcePolicyOutput handle(GetResourcePolicyInput request, Call call) {
    String arn = request.resourceArn();
    boolean unused = PolicyResource.requireArn(arn, context);
    PolicyResource resource = PolicyResource.require(context.committer().state(), arn);
    String document = resource.document();
    if (document == null) {
      throw new FaultException(PolicyFault.Plain.NOT_FOUND.with(arn));
    }
    return new GetResourcePolicyOutput(document, resource.revision());
  }
}
