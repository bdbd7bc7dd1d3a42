package dev.monotable.engine.operation.region;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DescribeEndpointsRequest;
import dev.monotable.model.DescribeEndpointsResponse;
import dev.monotable.model.Endpoint;
import java.util.List;

/**
 * The DescribeEndpoints operation. It returns the address of AWS's endpoint in the Region.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeEndpoints.html">DescribeEndpoints</a>
 */
public final class DescribeEndpointsHandler
    implements OperationHandler<DescribeEndpointsRequest, DescribeEndpointsResponse> {
  private static final long CACHE_MINUTES = 1440;

  private final OperationContext context;

  public DescribeEndpointsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeEndpointsResponse handle(DescribeEndpointsRequest request, Call call) {
    return new DescribeEndpointsResponse(
        List.of(new Endpoint("dynamodb." + context.region() + ".amazonaws.com", CACHE_MINUTES)));
  }
}
