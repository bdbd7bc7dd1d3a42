package dev.monotable.explore;

import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.explore.content.CallerLine;
import dev.monotable.explore.content.RandomNames;
import dev.monotable.schema.OperationSchema;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request as a piece has sent it.
 *
 * @param invocation what all attempts of the request have in common; null if it is not known, so
 *     that each attempt counts as a request of its own
 * @param attempt the number of the attempt, from 1
 * @param line the line of code that sends it; null if it is not known
 * @see <a href="https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html">Retry
 *     behavior</a> of the AWS SDKs
 */
record PieceRequest(
    OperationSchema<?, ?> operation,
    Record input,
    @Nullable String invocation,
    int attempt,
    @Nullable String line) {
  /** The header in which a client can name the line of code that sends a request. */
  private static final String LINE_HEADER = "x-monotable-code";

  private static final int MAX_LINE = 200;

  /** Returns this request with the line of code on this thread, if it names none. */
  PieceRequest located() {
    return line != null
        ? this
        : new PieceRequest(operation, input, invocation, attempt, CallerLine.find());
  }

  /** Returns a request with the headers that SDKs send, if it has them. */
  static PieceRequest of(
      OperationSchema<?, ?> operation, Record input, @Nullable RequestHeaders headers) {
    String invocation = headers == null ? null : headers.header("amz-sdk-invocation-id");
    String attempts = headers == null ? null : headers.header("amz-sdk-request");
    String line = headers == null ? null : headers.header(LINE_HEADER);
    return new PieceRequest(
        operation,
        input,
        invocation,
        attempts == null ? 1 : number(attempts),
        line == null ? null : line.substring(0, Math.min(line.length(), MAX_LINE)));
  }

  /** Returns the number in {@code attempt=2; max=3}, whose other parts may be absent. */
  private static int number(String attempts) {
    int at = attempts.indexOf("attempt=");
    int number = 0;
    for (int i = at + 8; at >= 0 && i < attempts.length() && number < 1_000; i++) {
      int digit = Character.digit(attempts.charAt(i), 10);
      if (digit < 0) {
        break;
      }
      number = number * 10 + digit;
    }
    return Math.max(1, number);
  }

  /** Returns whether another execution has sent the same request, but for random IDs and times. */
  boolean isLike(PieceRequest other) {
    return operation == other.operation
        && (input.equals(other.input) || named(other).equals(other.named(this)));
  }

  private String named(PieceRequest other) {
    Set<String> values = RandomNames.values(List.of(content()));
    Set<String> others = RandomNames.values(List.of(other.content()));
    return new RandomNames(RandomNames.common(values, others)).named(content());
  }

  /** Returns the operation with its input, by which the requests of a piece differ. */
  String content() {
    return operation.name() + " " + input;
  }
}
