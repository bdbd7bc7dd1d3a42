package dev.monotable.http.access;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a request may name in its {@code Host} header.
 *
 * <p>The owner of a web page can let its name resolve to 127.0.0.1 after the page is loaded (DNS
 * rebinding). For the browser, requests to this server are then requests to the page's own origin.
 * Only the {@code Host} header shows the page's name. Therefore a server that only this machine can
 * reach rejects all names except {@code localhost} and those that are configured. Addresses are
 * always allowed, since they cannot be redirected.
 */
public final class AllowedHosts {
  /** Allows every host. */
  static final String ANY = "*";

  private final boolean any;
  private final Set<String> names;

  /** The last host that was looked up and allowed. Clients repeat theirs in each request. */
  private volatile String recent = "localhost";

  private AllowedHosts(boolean any, Set<String> names) {
    this.any = any;
    this.names = names;
  }

  /**
   * Creates the hosts of a server.
   *
   * @param names the configured names, or {@value #ANY}; if empty, every host is allowed unless the
   *     server listens on the loopback interface
   * @param listening the name or address that the server was configured to listen on, which is
   *     allowed too
   * @throws IllegalArgumentException if a name is not a host name
   */
  public static AllowedHosts of(Collection<String> names, String listening, InetAddress bound) {
    Set<String> allowed = new TreeSet<>();
    for (String name : names) {
      allowed.add(requireName(name));
    }
    boolean any = names.isEmpty() ? !bound.isLoopbackAddress() : allowed.contains(ANY);
    allowed.add(listening.toLowerCase(Locale.ROOT));
    return new AllowedHosts(any, allowed);
  }

  /**
   * Checks a configured name.
   *
   * @return the name in lower case
   * @throws IllegalArgumentException if it is not a host name without a port, or {@value #ANY}
   */
  public static String requireName(String name) {
    if (!name.equals(ANY) && !name.matches("[A-Za-z0-9_-]+([.][A-Za-z0-9_-]+)*")) {
      throw new IllegalArgumentException(
          "'" + name + "' is not a host name such as dynamodb.test, without a port, or *");
    }
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns the value of a {@code Host} header without its port. */
  public static String name(String host) {
    int end = HostNames.end(host, 0);
    return end < 0 ? host : host.substring(0, end);
  }

  /**
   * Returns whether a request may be handled.
   *
   * @param host the value of the {@code Host} header, with or without a port, or null
   */
  public boolean allow(@Nullable String host) {
    if (any || host == null || host.isEmpty() || host.equals(recent)) {
      return true;
    }
    if (isKnown(host)) {
      recent = host;
      return true;
    }
    return false;
  }

  /**
   * Returns whether a host is certainly this server: {@code localhost}, an address, or a configured
   * name.
   */
  boolean isKnown(String host) {
    return names.contains(ANY) ? HostNames.end(host, 0) >= 0 : isNamed(host);
  }

  /** Returns whether a host is this server even if every name is accepted. */
  boolean isNamed(String host) {
    int end = HostNames.end(host, 0);
    return end >= 0
        && (HostNames.isLocalhost(host, 0, end)
            || HostNames.isAddress(host, 0, end)
            || names.contains(host.substring(0, end).toLowerCase(Locale.ROOT)));
  }
}
