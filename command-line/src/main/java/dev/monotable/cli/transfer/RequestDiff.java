package dev.monotable.cli.transfer;

import dev.monotable.cli.capture.CaptureReader;
import dev.monotable.cli.capture.CapturedRequest;
import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends captured requests to two endpoints and compares the responses: status, error and message,
 * or all members except those that name times, IDs and ARNs of an account.
 */
final class RequestDiff {
  private final ReplayedEndpoint left;
  private final ReplayedEndpoint right;
  private final Consumer<String> out;
  private long requests;
  private long differences;
  private long skipped;

  RequestDiff(EndpointClient left, EndpointClient right, Consumer<String> out) {
    String run = InstantSource.system().instant() + "/" + ProcessHandle.current().pid();
    this.left = new ReplayedEndpoint(left, run, ReplayedEndpoint.MAX_VALUES);
    this.right = new ReplayedEndpoint(right, run, ReplayedEndpoint.MAX_VALUES);
    this.out = out;
  }

  long differences() {
    return differences;
  }

  /** Returns a line with the numbers of requests. */
  String summary() {
    return requests
        + " requests, "
        + differences
        + " differences"
        + (skipped == 0 ? "" : ", " + skipped + " not comparable");
  }

  /**
   * Replays a file of JSON lines, {@code {"operation": "GetItem", "request": {...}}}; it may be
   * compressed with gzip.
   *
   * @return what is missing at the end of the file; null if it is complete
   * @throws InvalidContentException if the file is invalid
   */
  @Nullable Notice replay(Path file) {
    try (CaptureReader capture = CaptureReader.open(file)) {
      while (true) {
        CapturedRequest request = capture.next();
        if (request == null) {
          return capture.incomplete();
        }
        compare(request);
      }
    }
  }

  private void compare(CapturedRequest request) {
    requests++;
    String where = request.at() + ": " + request.operation().name();
    String toLeft;
    String toRight;
    try {
      toLeft = left.prepare(request);
      toRight = right.prepare(request);
    } catch (ReplayedEndpoint.UnknownValueException e) {
      skipped++;
      out.accept(where + ": not comparable: " + e.getMessage());
      return;
    }
    String ofLeft = left.send(request, toLeft);
    String ofRight = right.send(request, toRight);
    if (!ofLeft.equals(ofRight)) {
      differences++;
      out.accept(where + " " + RequestJson.text(request.body()));
      out.accept("  < " + ofLeft);
      out.accept("  > " + ofRight);
    }
  }
}
