package dev.monotable.http;

import dev.monotable.json.Exchange;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes requests to an {@link Exchange}, except those that web pages of other origins cause.
 *
 * <p>Every page that is open in a developer's browser can send requests to this machine. The
 * requests are not authenticated, so only the browser's own headers tell a page from an SDK. A
 * request with a rejected {@code Origin} or {@code Host} is answered with status 403 and is not
 * executed, since a browser sends some requests without asking first and withholds only the answer.
 * Requests without an {@code Origin}, as SDKs send them, are executed: a browser omits it only from
 * GET and HEAD, which execute nothing, and sends {@code X-Amz-Target} to another origin only if a
 * preflight request was answered.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">The CORS protocol</a>
 */
final class WebAccess {
  private static final String PREFLIGHT_SECONDS = "172800";
  private static final String EXPOSED_HEADERS =
      "x-amzn-RequestId,x-amz-crc32,x-amzn-ErrorType,x-amzn-ErrorMessage,Date";

  /** A longer value of a header is cut off in messages. */
  private static final int SHOWN_CHARACTERS = 200;

  private static final int LOGGED_VALUES = 20;

  private final Exchange exchange;
  private final AllowedHosts hosts;
  private final AllowedOrigins origins;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  WebAccess(Exchange exchange, AllowedHosts hosts, AllowedOrigins origins) {
    this.exchange = exchange;
    this.hosts = hosts;
    this.origins = origins;
  }

  /** Returns the exchange that executes the requests. */
  Exchange exchange() {
    return exchange;
  }

  /** Handles a request as {@link Exchange#begin} does. Never throws. */
  boolean begin(HttpRequest request, HttpReply reply, int maxBytes) {
    String host = request.header("host");
    if (!hosts.allow(host)) {
      reject(
          "Monotable rejects requests to the host name %s, because a web page can let any name"
              + " resolve to this machine. To allow the name, start Monotable with --allowed-host"
              + " and the name.",
          AllowedHosts.name(String.valueOf(host)), reply);
      return true;
    }
    String origin = request.header("origin");
    if (origin == null) {
      return exchange.begin(request, reply, maxBytes);
    } else if (!origins.allow(origin)) {
      reject(
          "Monotable rejects requests of web pages of the origin %s. To allow the origin, start"
              + " Monotable with --cors and the origin.",
          origin, reply);
      return true;
    }
    if (request.method().equals("OPTIONS")) {
      exchange.acknowledge(reply);
      addHeaders(request, origin, true, reply);
      return true;
    }
    boolean finished = exchange.begin(request, reply, maxBytes);
    addHeaders(request, origin, false, reply);
    return finished;
  }

  private void addHeaders(HttpRequest request, String origin, boolean preflight, HttpReply reply) {
    reply.addHeader("Access-Control-Allow-Origin", origins.any() ? AllowedOrigins.ANY : origin);
    if (!origins.any()) {
      reply.addHeader("Vary", "Origin");
    }
    reply.addHeader("Access-Control-Expose-Headers", EXPOSED_HEADERS);
    if (!preflight) {
      return;
    }
    String headers = request.header("access-control-request-headers");
    if (headers != null) {
      reply.addHeader("Access-Control-Allow-Headers", headers);
    }
    String method = request.header("access-control-request-method");
    if (method != null) {
      reply.addHeader("Access-Control-Allow-Methods", method);
    }
    if (request.header("access-control-request-private-network") != null) {
      reply.addHeader("Access-Control-Allow-Private-Network", "true");
    }
    reply.addHeader("Access-Control-Max-Age", PREFLIGHT_SECONDS);
  }

  private void reject(String template, String value, HttpReply reply) {
    String shown = shown(value);
    String message = template.replace("%s", shown);
    exchange.forbid(message, reply);
    // A page cannot read the reply, and the browser's console does not show it.
    if (logged.size() < LOGGED_VALUES && logged.add(shown)) {
      System.getLogger(WebAccess.class.getName()).log(Level.WARNING, message);
    }
  }

  private static String shown(String value) {
    String shown =
        value.length() > SHOWN_CHARACTERS ? value.substring(0, SHOWN_CHARACTERS) + "..." : value;
    return shown.replaceAll("[^ -~]", "?");
  }
}
