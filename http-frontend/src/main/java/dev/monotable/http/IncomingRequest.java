package dev.monotable.http;

import dev.monotable.json.HttpService;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * The request that a connection is receiving: a head, and what has arrived of its body. Reused for
 * the next request of the connection.
 *
 * <p>Most bodies arrive in the same read as their head and are not collected here; see {@link
 * #isWhole}.
 */
final class IncomingRequest {
  private final ServerState server;
  private final Runnable onMemoryFreed;
  private @Nullable HttpRequest head;
  private HttpService service;
  private boolean checked;
  private @Nullable RequestBody body;

  /**
   * Creates an object without a request.
   *
   * @param onMemoryFreed called on any thread when {@link #append} can be tried again
   */
  IncomingRequest(ServerState server, Runnable onMemoryFreed) {
    this.server = server;
    this.service = server.router().find("/");
    this.onMemoryFreed = onMemoryFreed;
  }

  /** Begins a request. */
  void begin(HttpRequest newHead) {
    head = newHead;
    service = server.router().find(ReceivedRequest.path(newHead.uri()));
  }

  /** Returns what handles the request. */
  HttpService service() {
    return service;
  }

  /** Returns the head of the request, or null if none has begun. */
  @Nullable HttpRequest head() {
    return head;
  }

  /** Returns whether the content is the whole body of a request, and not large. */
  boolean isWhole(HttpContent content) {
    int length = content.content().readableBytes();
    return !checked
        && BoundedRequestDecoder.isLast(content)
        && length < LongRequests.LARGE_BYTES
        && length <= service.maxBodyBytes();
  }

  /** Checks the head of a request whose body is collected, once. Returns an error, or null. */
  @Nullable HttpError check(HttpRequest current) {
    if (checked) {
      return null;
    }
    checked = true;
    String length = current.headers().get(HttpHeaderNames.CONTENT_LENGTH);
    if (length != null && declaredTooLarge(length)) {
      return HttpError.TOO_LARGE;
    }
    String expectation = expectation(current);
    return expectation == null || HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)
        ? null
        : HttpError.EXPECTATION_FAILED;
  }

  private boolean declaredTooLarge(String contentLength) {
    // The decoder has checked that this is a number, so many digits mean a large number.
    return contentLength.length() > 18
        || Long.parseLong(contentLength.trim()) > service.maxBodyBytes();
  }

  /** Returns whether {@link #check} has not been called, and the client waits for its result. */
  boolean expectsContinue(HttpRequest current) {
    return !checked && expectation(current) != null;
  }

  private static @Nullable String expectation(HttpRequest current) {
    return current.protocolVersion().equals(HttpVersion.HTTP_1_1)
        ? current.headers().get(HttpHeaderNames.EXPECT)
        : null;
  }

  /** Returns whether the body would be too long with more bytes. */
  boolean exceeds(ByteBuf more) {
    return collected().exceeds(more.readableBytes());
  }

  /** Appends bytes to the body. Returns false, without any effect, if there is no memory for it. */
  boolean append(ByteBuf more) {
    return collected().append(more);
  }

  private RequestBody collected() {
    RequestBody known = body;
    if (known == null) {
      known = new RequestBody(server.bodies(), service.maxBodyBytes(), onMemoryFreed);
      body = known;
    }
    return known;
  }

  /** Ends the request. Returns its body, which the caller releases. */
  RequestBody takeBody() {
    RequestBody taken = collected();
    body = null;
    end();
    return taken;
  }

  /** Ends the request, whose body was not collected. */
  void end() {
    head = null;
    checked = false;
  }

  /** Drops the request and its body, if one has begun. */
  void drop() {
    end();
    RequestBody dropped = body;
    if (dropped != null) {
      body = null;
      dropped.release();
    }
  }
}
