package dev.monotable.http.access;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The origins of the web pages that may use the server: those on this machine, and those that are
 * configured.
 *
 * <p>The origin {@code null} is not on this machine. It is the origin of files, but any page can
 * have it too, in a sandboxed frame.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6454#section-7">RFC 6454, the Origin header</a>
 */
public final class AllowedOrigins {
  /** Allows every origin. */
  static final String ANY = "*";

  private static final String HTTP = "http://";
  private static final String HTTPS = "https://";

  private final boolean any;
  private final Set<String> origins;

  private AllowedOrigins(Set<String> origins) {
    this.any = origins.contains(ANY);
    this.origins = origins;
  }

  /**
   * Creates the origins of a server.
   *
   * @param origins the configured origins, {@code null}, or {@value #ANY}
   * @throws IllegalArgumentException if one of them is not an origin
   */
  public static AllowedOrigins of(Collection<String> origins) {
    Set<String> allowed = new HashSet<>();
    for (String origin : origins) {
      allowed.add(requireOrigin(origin));
    }
    return new AllowedOrigins(allowed);
  }

  /**
   * Checks a configured origin.
   *
   * @return the origin as browsers send it: in lower case, without the default port of its scheme
   * @throws IllegalArgumentException if it is not an origin
   */
  public static String requireOrigin(String text) {
    String origin = text.toLowerCase(Locale.ROOT);
    if (origin.endsWith("/")) {
      origin = origin.substring(0, origin.length() - 1);
    }
    if (!origin.equals(ANY)
        && !origin.equals("null")
        && !origin.matches("[a-z][a-z0-9+.-]*://[^/?#@\\s,*]+")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an origin such as https://app.example.com, null, or *");
    }
    if (origin.startsWith(HTTP) && origin.endsWith(":80")) {
      return origin.substring(0, origin.length() - ":80".length());
    }
    if (origin.startsWith(HTTPS) && origin.endsWith(":443")) {
      return origin.substring(0, origin.length() - ":443".length());
    }
    return origin;
  }

  /** Returns whether every origin is allowed. */
  boolean any() {
    return any;
  }

  /**
   * Returns whether pages of an origin may use the server.
   *
   * @param origin the value of the {@code Origin} header
   */
  boolean allow(String origin) {
    return any || isLocal(origin) || origins.contains(origin.toLowerCase(Locale.ROOT));
  }

  private static boolean isLocal(String origin) {
    int host;
    if (origin.startsWith(HTTP)) {
      host = HTTP.length();
    } else if (origin.startsWith(HTTPS)) {
      host = HTTPS.length();
    } else {
      return false;
    }
    int end = HostNames.end(origin, host);
    return end > host && HostNames.isLoopback(origin, host, end);
  }
}
