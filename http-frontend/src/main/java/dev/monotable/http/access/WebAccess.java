package dev.monotable.http.access;

import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import dev.monotable.json.HttpService.Pages;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests to their {@link HttpService}, except those of web pages that it does not admit.
 *
 * <p>Every page that is open in a developer's browser can send requests to this machine. The
 * requests are not authenticated, so only the browser's own headers distinguish a page from an SDK.
 * A request with a rejected {@code Origin} or {@code Host} is answered with status 403 and is not
 * executed, since a browser sends some requests without asking first and withholds only the answer.
 * Requests without an {@code Origin}, as SDKs send them, are executed: a browser omits it only from
 * GET and HEAD, which execute nothing, and sends {@code X-Amz-Target} to another origin only if a
 * preflight request was answered. The pages that the server itself has sent, such as the console,
 * are admitted at each address of the server, and at the names that were configured.
 *
 * <p>A service for {@linkplain Pages#OWN pages of its own} says more in answers to GET. So it also
 * rejects what a browser's {@code Sec-Fetch-Site} says to be from elsewhere, except a link that the
 * user follows.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">The CORS protocol</a>
 * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch metadata request headers</a>
 */
public final class WebAccess {
  private static final String PREFLIGHT_SECONDS = "172800";
  private static final String EXPOSED_HEADERS =
      "x-amzn-RequestId,x-amz-crc32,x-amzn-ErrorType,x-amzn-ErrorMessage,Date,x-monotable-fault";

  /** A longer value of a header is cut off in messages. */
  private static final int SHOWN_CHARACTERS = 200;

  private static final int LOGGED_VALUES = 20;

  private final ConnectionReplies replies;
  private final String scheme;
  private final AllowedHosts hosts;
  private final AllowedOrigins origins;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * Creates the access to the services of a server.
   *
   * @param scheme that of the server's own origin, with its slashes
   */
  public WebAccess(
      ConnectionReplies replies, String scheme, AllowedHosts hosts, AllowedOrigins origins) {
    this.replies = replies;
    this.scheme = scheme;
    this.hosts = hosts;
    this.origins = origins;
  }

  /** Returns the replies that need no service. */
  public ConnectionReplies replies() {
    return replies;
  }

  /** Resets the reply and lets a service handle a request. Never throws. */
  public void begin(HttpService service, HttpRequest request, HttpReply reply, int maxBytes) {
    String host = request.header("host");
    if (!hosts.allow(host)) {
      reject(
          service,
          "Monotable rejects requests to the host name %s, because a web page can let any name"
              + " resolve to this machine. To allow the name, start Monotable with --allowed-host"
              + " and the name.",
          AllowedHosts.name(String.valueOf(host)),
          reply);
      return;
    }
    String origin = request.header("origin");
    if (service.pages() == Pages.OWN) {
      beginOwn(service, request, reply, maxBytes);
      return;
    }
    if (origin == null) {
      call(service, request, reply, maxBytes);
      return;
    }
    boolean isOwn = isServers(origin, host);
    if (!isOwn && !origins.allow(origin)) {
      reject(
          service,
          "Monotable rejects requests of web pages of the origin %s. To allow the origin, start"
              + " Monotable with --cors and the origin.",
          origin,
          reply);
    } else if (request.method().equals("OPTIONS")) {
      replies.acknowledge(reply);
      addHeaders(request, origin, true, reply);
    } else {
      call(service, isOwn ? new OwnPageRequest(request) : request, reply, maxBytes);
      addHeaders(request, origin, false, reply);
    }
  }

  private void beginOwn(HttpService service, HttpRequest request, HttpReply reply, int maxBytes) {
    String origin = request.header("origin");
    String site = request.header("sec-fetch-site");
    boolean isOwn = origin == null || isOwn(origin, request.header("host"));
    if (!isOwn || site != null && !isOwnSite(site) && !isLink(request)) {
      reject(
          service,
          "Monotable accepts requests to this path from its own pages only, and rejects those of"
              + " web pages of %s.",
          origin == null ? "other origins" : "the origin " + origin,
          reply);
    } else {
      call(service, request, reply, maxBytes);
    }
  }

  private boolean isOwn(String origin, @Nullable String host) {
    return host != null && isSame(origin, host) && hosts.isKnown(host);
  }

  /** Returns whether only this server can have sent a page, even if every name is accepted. */
  private boolean isServers(String origin, @Nullable String host) {
    return host != null && isSame(origin, host) && hosts.isNamed(host);
  }

  private boolean isSame(String origin, String host) {
    return origin.length() == scheme.length() + host.length()
        && origin.regionMatches(true, 0, scheme, 0, scheme.length())
        && origin.regionMatches(true, scheme.length(), host, 0, host.length());
  }

  /** Returns whether a value of Sec-Fetch-Site is that of an own page, or of the user. */
  private static boolean isOwnSite(String site) {
    return site.equals("same-origin") || site.equals("none");
  }

  /** Returns whether a browser opens a page on its own, and not in a page of another origin. */
  private static boolean isLink(HttpRequest request) {
    return request.method().equals("GET")
        && "navigate".equals(request.header("sec-fetch-mode"))
        && "document".equals(request.header("sec-fetch-dest"));
  }

  private void call(HttpService service, HttpRequest request, HttpReply reply, int maxBytes) {
    reply.reset(maxBytes);
    try {
      service.begin(request, reply, maxBytes);
    } catch (RuntimeException | Error e) {
      System.getLogger(WebAccess.class.getName())
          .log(Level.ERROR, "A service has failed to answer a request", e);
      replies.fail(service, e, reply);
    }
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

  private void reject(HttpService service, String template, String value, HttpReply reply) {
    String shown = shown(value);
    String message = template.replace("%s", shown);
    replies.forbid(service, message, reply);
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
