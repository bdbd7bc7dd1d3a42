package dev.monotable.http;

import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.json.HttpRequest;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The current request of a connection. The object is reused for the next request. */
final class ReceivedRequest implements HttpRequest {
  private static final byte[] NONE = new byte[0];

  /** The headers of each request, with the hashes by which Netty finds them. */
  private static final Map<String, AsciiString> NAMES = names();

  private io.netty.handler.codec.http.@Nullable HttpRequest head;
  private @Nullable Channel channel;
  private byte[] body = NONE;
  private int bodyEnd;

  /** Sets the current request. Its body is at the start of the array. */
  void set(
      io.netty.handler.codec.http.HttpRequest newHead,
      Channel newChannel,
      byte[] newBody,
      int length) {
    head = newHead;
    channel = newChannel;
    body = newBody;
    bodyEnd = length;
  }

  void clear() {
    head = null;
    channel = null;
    body = NONE;
    bodyEnd = 0;
  }

  @Override
  public String method() {
    return head().method().name();
  }

  @Override
  public String path() {
    return path(head().uri());
  }

  /** Returns the path and query of a request line. */
  static String path(String uri) {
    if (uri.startsWith("/")) {
      return uri;
    }
    // The absolute form, as sent to a proxy: the path follows the authority.
    int authority = uri.indexOf("://");
    int path = authority < 0 ? -1 : uri.indexOf('/', authority + 3);
    return path < 0 ? "/" : uri.substring(path);
  }

  @Override
  public @Nullable String header(String name) {
    HttpHeaders headers = head().headers();
    AsciiString known = NAMES.get(name);
    return headers.get(known == null ? name : known);
  }

  @Override
  public List<String> headers(String name) {
    return head().headers().getAll(name);
  }

  @Override
  public List<String> headerNames() {
    return List.copyOf(head().headers().names());
  }

  private static Map<String, AsciiString> names() {
    Map<String, AsciiString> names = new HashMap<>();
    for (String name :
        List.of(
            "host",
            "origin",
            "content-type",
            "content-encoding",
            "accept-encoding",
            "x-amz-target",
            "x-amz-date",
            "authorization")) {
      AsciiString known = AsciiString.cached(name);
      names.put(name, known);
    }
    return names;
  }

  @Override
  public @Nullable String address() {
    String host = HttpRequest.super.address();
    SocketAddress local = host != null || channel == null ? null : channel.localAddress();
    if (!(local instanceof InetSocketAddress address)) {
      return host;
    }
    String ip = NetUtil.toAddressString(address.getAddress());
    return (ip.contains(":") ? "[" + ip + "]" : ip) + ":" + address.getPort();
  }

  @Override
  public @Nullable String sourceIp() {
    SocketAddress remote = channel == null ? null : channel.remoteAddress();
    return remote instanceof InetSocketAddress address && address.getAddress() != null
        ? NetUtil.toAddressString(address.getAddress())
        : null;
  }

  @Override
  public boolean isSecure() {
    return channel != null && channel.pipeline().get(SslHandler.class) != null;
  }

  @Override
  public RequestHeaders kept() {
    ReceivedRequest kept = new ReceivedRequest();
    kept.head = head;
    kept.channel = channel;
    return kept;
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public int bodyEnd() {
    return bodyEnd;
  }

  private io.netty.handler.codec.http.HttpRequest head() {
    io.netty.handler.codec.http.HttpRequest current = head;
    if (current == null) {
      throw new IllegalStateException("a request is valid only while it is handled");
    }
    return current;
  }
}
