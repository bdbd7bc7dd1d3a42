package dev.monotable.stream;

import org.jspecify.annotations.Nullable;

/** Handles the batches of a stream as JSON, which is what each runtime of Lambda receives. */
@FunctionalInterface
public interface JsonHandler {
  /**
   * Handles a batch of one shard, in the order of the stream.
   *
   * @param event the event of Lambda; with {@link TableStream#tumblingWindow}, with its window and
   *     state
   * @return the response in JSON: with {@link TableStream#reportBatchItemFailures}, its {@code
   *     batchItemFailures} are used, and with {@link TableStream#tumblingWindow}, its {@code state}
   *     is required. Null and an empty text count as the response {@code null}. A response with an
   *     {@code errorType} or an {@code errorMessage} is an error of the function, and so is text
   *     that is not JSON
   * @throws Exception if it fails; the batch is retried according to the settings of the mapping
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html">Using AWS Lambda with
   *     Amazon DynamoDB: Example event</a>
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html">Implementing
   *     stateful DynamoDB stream processing in Lambda</a>
   */
  @Nullable String handle(String event) throws Exception;
}
