package dev.monotable.json;

import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.model.DescribeEndpointsResponse;
import dev.monotable.model.Endpoint;
import dev.monotable.schema.OperationSchema;
import java.util.List;

/**
 * Replaces the address in the response of DescribeEndpoints with the one that the request came to.
 * The engine returns AWS's own, which would lead an SDK with endpoint discovery into the cloud. As
 * on AWS, an address has no scheme.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Endpoint.html">Endpoint</a>
 */
final class OwnEndpoint implements OperationCaller {
  private final OperationCaller database;
  private final String address;

  /**
   * Creates a caller for one request.
   *
   * @param address a host name or IP address, and possibly a port, such as {@code localhost:8000}
   */
  OwnEndpoint(OperationCaller database, String address) {
    this.database = database;
    this.address = address;
  }

  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    O output = database.call(operation, request, envelope);
    if (!(output instanceof DescribeEndpointsResponse response)) {
      return output;
    }
    Endpoint aws = response.endpoints().get(0);
    return operation
        .output()
        .recordClass()
        .cast(
            new DescribeEndpointsResponse(
                List.of(new Endpoint(address, aws.cachePeriodInMinutes()))));
  }
}
