package dev.monotable.stream;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbTimeWindowEvent;
import com.amazonaws.services.lambda.runtime.events.TimeWindowEventResponse;
import dev.monotable.engine.EngineConfig;
import java.util.function.Function;

/**
 * Creates functions of handlers of AWS Lambda. This is a separate class because the libraries of
 * Lambda may be missing from the class path.
 */
final class LambdaFunctions {
  private LambdaFunctions() {}

  static StreamFunction ofEvents(
      RequestHandler<? super DynamodbEvent, ?> handler,
      MappingSettings settings,
      EngineConfig config) {
    return of(handler, LambdaEvents::of, settings, config);
  }

  static StreamFunction ofWindows(
      RequestHandler<? super DynamodbTimeWindowEvent, TimeWindowEventResponse> handler,
      MappingSettings settings,
      EngineConfig config) {
    return of(handler, LambdaEvents::windowOf, settings, config);
  }

  private static <E> StreamFunction of(
      RequestHandler<? super E, ?> handler,
      Function<StreamBatch, E> event,
      MappingSettings settings,
      EngineConfig config) {
    String name = settings.functionName();
    boolean reports = settings.retries().reportBatchItemFailures();
    return batch -> {
      Object response =
          handler.handleRequest(
              event.apply(batch), new FunctionContext(name, config, batch.requestId()));
      return LambdaEvents.response(response, reports);
    };
  }
}
