package dev.monotable.engine.operation.region;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DescribeEndpointsRequest;
import dev.monotable.model.DescribeEndpointsResponse;
import dev.monotable.model.DescribeLimitsInput;
import dev.monotable.model.DescribeLimitsOutput;
import dev.monotable.model.Endpoint;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations on the Region and the account. */
public final class RegionHandlers {
  private final OperationContext context;

  private RegionHandlers(OperationContext context) {
    this.context = context;
  }

  /** Returns the handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    RegionHandlers region = new RegionHandlers(context);
    return new HandlerChoice(operation)
        .or(Operations.DESCRIBE_ENDPOINTS, region::endpoints)
        .or(Operations.DESCRIBE_LIMITS, region::limits)
        .found();
  }

  private static final long CACHE_MINUTES = 1440;

  /**
   * Performs DescribeEndpoints. It returns the address of AWS's endpoint in the Region.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeEndpoints.html">DescribeEndpoints</a>
   */
  private DescribeEndpointsResponse endpoints(DescribeEndpointsRequest request, Call call) {
    return new DescribeEndpointsResponse(
        List.of(new Endpoint("dynamodb." + context.region() + ".amazonaws.com", CACHE_MINUTES)));
  }

  /**
   * Performs DescribeLimits. It returns the quotas of a new account.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeLimits.html">DescribeLimits</a>
   */
  private DescribeLimitsOutput limits(DescribeLimitsInput request, Call call) {
    return new DescribeLimitsOutput(
        context.limits().account().maxReadUnits(),
        context.limits().account().maxWriteUnits(),
        context.limits().table().maxReadUnits(),
        context.limits().table().maxWriteUnits());
  }
}
