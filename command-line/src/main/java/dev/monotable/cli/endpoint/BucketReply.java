package dev.monotable.cli.endpoint;

import com.github.davidmoten.aws.lw.client.Request;
import com.github.davidmoten.aws.lw.client.ResponseInputStream;
import com.github.davidmoten.aws.lw.client.xml.XmlElement;
import com.github.davidmoten.aws.lw.client.xml.XmlParseException;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A response of an endpoint of S3.
 *
 * @param head the status and the headers
 */
record BucketReply(ResponseInputStream head, byte[] body) {
  private static final int MOST_CHARACTERS = 500;

  /**
   * Sends a request, some times if it fails.
   *
   * @param connection names the endpoint in the message
   * @throws TransferException if the endpoint cannot be reached, or its response is too large or
   *     does not end in time
   */
  static BucketReply of(Request request, EndpointConnection connection) throws TransferException {
    try (ResponseInputStream head = request.responseInputStream()) {
      return new BucketReply(head, head.readAllBytes());
    } catch (IOException | UncheckedIOException e) {
      throw unreachable(connection, e);
    } catch (RuntimeException e) {
      // The client throws this after its last attempt; anything else is a mistake of ours.
      if (e.getCause() instanceof IOException) {
        throw unreachable(connection, e);
      }
      throw e;
    }
  }

  private static TransferException unreachable(EndpointConnection connection, Exception failure) {
    IOException cause =
        failure instanceof IOException io
            ? io
            : failure.getCause() instanceof IOException io ? io : new IOException(failure);
    return new TransferException(
        "S3ServiceUnavailable", String.valueOf(connection.unreachable(cause).getMessage()));
  }

  int status() {
    return head.statusCode();
  }

  @Nullable String header(String name) {
    return head.header(name).orElse(null);
  }

  /** Returns this reply if its status is one of some. */
  BucketReply expect(Integer... statuses) throws TransferException {
    if (Set.of(statuses).contains(status())) {
      return this;
    }
    throw failure();
  }

  /** Returns the failure that this response describes, or its status if it describes none. */
  TransferException failure() {
    String code = "Status" + status();
    String message = "The endpoint has answered with status " + status();
    try {
      XmlElement error = xml();
      String given = text(error, "Code");
      if (given != null && given.matches("[A-Za-z0-9.]{1,64}")) {
        code = given;
        String reason = text(error, "Message");
        message = reason == null ? given : reason;
      }
    } catch (TransferException e) {
      // A proxy has answered, or the response has no body.
    }
    return ObjectStore.failure(status(), code, message);
  }

  private static @Nullable String text(XmlElement element, String name) {
    for (XmlElement child : element.childrenWithName(name)) {
      String text = OneLine.all(String.valueOf(child.content()));
      return text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) : text;
    }
    return null;
  }

  /**
   * Returns the document of the body.
   *
   * @throws TransferException if it is none
   */
  XmlElement xml() throws TransferException {
    try {
      return XmlElement.parse(new String(body, StandardCharsets.UTF_8));
    } catch (XmlParseException | StackOverflowError e) {
      throw ObjectStore.failure(
          status(), "InvalidResponse", "The endpoint has not answered in XML");
    }
  }
}
