package dev.monotable.http.access;

/**
 * Recognizes hosts in {@code Host} and {@code Origin} headers: addresses, and names that always
 * mean this machine. Allocates nothing.
 */
final class HostNames {
  private static final String LOCALHOST = "localhost";
  private static final String LOCALHOST_SUFFIX = ".localhost";
  private static final int LOOPBACK_NETWORK = 127;

  private HostNames() {}

  /**
   * Returns the end of the host that begins at an index, and that a colon and a port may follow.
   *
   * @return the index after the host, or -1 if what follows the host is not a port
   */
  static int end(String text, int from) {
    int end;
    if (text.startsWith("[", from)) {
      end = text.indexOf(']', from) + 1;
      if (end == 0) {
        return -1;
      }
    } else {
      int colon = text.indexOf(':', from);
      end = colon < 0 ? text.length() : colon;
    }
    if (end < text.length()) {
      if (text.charAt(end) != ':') {
        return -1;
      }
      for (int i = end + 1; i < text.length(); i++) {
        if (!isDigit(text.charAt(i))) {
          return -1;
        }
      }
    }
    return end;
  }

  /**
   * Returns whether a host is this machine for every browser: {@code localhost}, a name below it,
   * {@code [::1]}, or an address of 127.0.0.0/8.
   */
  static boolean isLoopback(String text, int from, int end) {
    return isLocalhost(text, from, end)
        || text.startsWith("[::1]", from) && end == from + "[::1]".length()
        || firstOctet(text, from, end) == LOOPBACK_NETWORK;
  }

  /** Returns whether a host is {@code localhost} or a name below it, ignoring case. */
  static boolean isLocalhost(String text, int from, int end) {
    int length = end - from;
    if (length == LOCALHOST.length()) {
      return text.regionMatches(true, from, LOCALHOST, 0, length);
    }
    int suffix = end - LOCALHOST_SUFFIX.length();
    if (suffix <= from
        || !text.regionMatches(true, suffix, LOCALHOST_SUFFIX, 0, LOCALHOST_SUFFIX.length())) {
      return false;
    }
    for (int i = from; i < suffix; i++) {
      if (!isNameCharacter(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a host is an IPv4 address, or an IPv6 address in brackets. */
  static boolean isAddress(String text, int from, int end) {
    if (end - from > 2 && text.charAt(from) == '[') {
      for (int i = from + 1; i < end - 1; i++) {
        char c = text.charAt(i);
        if (Character.digit(c, 16) < 0 && c != ':' && c != '.') {
          return false;
        }
      }
      return true;
    }
    return firstOctet(text, from, end) >= 0;
  }

  /** Returns the first number of an IPv4 address in dotted decimal form; -1 for other names. */
  private static int firstOctet(String text, int from, int end) {
    int first = -1;
    int octets = 0;
    int at = from;
    while (at < end) {
      int octet = 0;
      int start = at;
      while (at < end && isDigit(text.charAt(at)) && octet <= 255) {
        octet = octet * 10 + text.charAt(at) - '0';
        at++;
      }
      if (at == start || octet > 255) {
        return -1;
      }
      first = octets == 0 ? octet : first;
      octets++;
      if (at < end && (text.charAt(at) != '.' || ++at == end)) {
        return -1;
      }
    }
    return octets == 4 ? first : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameCharacter(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || isDigit(c)
        || c == '-'
        || c == '.'
        || c == '_';
  }
}
