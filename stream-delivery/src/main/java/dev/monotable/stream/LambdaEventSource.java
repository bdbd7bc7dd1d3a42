package dev.monotable.stream;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbTimeWindowEvent;
import com.amazonaws.services.lambda.runtime.events.TimeWindowEventResponse;
import dev.monotable.engine.EngineConfig;
import java.util.Objects;

/**
 * A stream as the event source of a function of AWS Lambda. This part of {@link TableStream} needs
 * {@code com.amazonaws:aws-lambda-java-core} and {@code com.amazonaws:aws-lambda-java-events} on
 * the class path of the test. It is a class of its own, so that without them everything else works,
 * also for languages that look at all methods of a class.
 */
public abstract sealed class LambdaEventSource permits TableStream {
  LambdaEventSource() {}

  /**
   * Adds a function that receives batches of the batch size as events.
   *
   * <p>With {@link TableStream#reportBatchItemFailures}, its response may be a {@code
   * StreamsEventResponse}, a {@code Map}, or an object with a method {@code getBatchItemFailures};
   * otherwise its response is ignored, as on AWS.
   *
   * @throws IllegalArgumentException if the table does not exist, or has no stream
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html">Using AWS Lambda with
   *     Amazon DynamoDB</a>
   */
  public EventSourceMapping onEvent(RequestHandler<? super DynamodbEvent, ?> handler) {
    Objects.requireNonNull(handler, "handler");
    MappingSettings chosen = settings().withoutWindows();
    return attach(chosen, LambdaFunctions.ofEvents(handler, chosen, config()));
  }

  /**
   * Adds a function with tumbling windows. It receives the state that it has returned for the same
   * window before, and is invoked without records at the end of each window.
   *
   * <p>A window ends when a record of a later one arrives, or two minutes after its end by the
   * clock of the database.
   *
   * @throws IllegalArgumentException if {@link TableStream#tumblingWindow} is not set or the
   *     parallelization factor is not 1, the table does not exist, or has no stream
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html">Implementing
   *     stateful DynamoDB stream processing in Lambda</a>
   */
  public EventSourceMapping onTimeWindowEvent(
      RequestHandler<? super DynamodbTimeWindowEvent, TimeWindowEventResponse> handler) {
    Objects.requireNonNull(handler, "handler");
    MappingSettings chosen = settings();
    if (chosen.batching().tumblingWindow() == null) {
      throw new IllegalArgumentException("tumblingWindow is not set");
    }
    return attach(chosen, LambdaFunctions.ofWindows(handler, chosen, config()));
  }

  abstract MappingSettings settings();

  abstract EngineConfig config();

  abstract EventSourceMapping attach(MappingSettings chosen, StreamFunction function);
}
