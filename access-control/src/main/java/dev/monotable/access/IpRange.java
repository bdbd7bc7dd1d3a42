package dev.monotable.access;

import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses in the notation of CIDR, such as {@code 203.0.113.0/24} or {@code
 * 2001:db8::/32}. An address alone is a range of one.
 */
record IpRange(byte[] address, int prefix) {
  /** Reads a range; null if the text is not one. No name is looked up. */
  static @Nullable IpRange parse(String text) {
    int slash = text.indexOf('/');
    byte[] address = address(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      return null;
    }
    int prefix = address.length * 8;
    if (slash >= 0) {
      int length = decimal(text.substring(slash + 1), prefix);
      if (length < 0) {
        return null;
      }
      prefix = length;
    }
    return new IpRange(address, prefix);
  }

  /** Returns whether an address is in this range. */
  boolean contains(byte[] other) {
    if (other.length != address.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((other[bit / 8] & mask) != (address[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  /** Reads an address of IPv4 or IPv6; null if the text is not one. */
  static byte @Nullable [] address(String text) {
    return text.indexOf(':') >= 0 ? sixth(text) : fourth(text);
  }

  private static byte @Nullable [] fourth(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return null;
    }
    byte[] address = new byte[4];
    for (int i = 0; i < 4; i++) {
      int value = decimal(parts[i], 255);
      if (value < 0) {
        return null;
      }
      address[i] = (byte) value;
    }
    return address;
  }

  private static byte @Nullable [] sixth(String given) {
    int zone = given.indexOf('%');
    String text = zone < 0 ? given : given.substring(0, zone);
    int gap = text.indexOf("::");
    if (gap < 0) {
      byte[] all = groups(text);
      return all != null && all.length == 16 ? all : null;
    }
    byte[] head = groups(text.substring(0, gap));
    byte[] tail = groups(text.substring(gap + 2));
    if (head == null || tail == null || head.length + tail.length > 14) {
      return null;
    }
    byte[] address = new byte[16];
    System.arraycopy(head, 0, address, 0, head.length);
    System.arraycopy(tail, 0, address, 16 - tail.length, tail.length);
    return address;
  }

  private static byte @Nullable [] groups(String text) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] parts = text.split(":", -1);
    if (parts.length > 8) {
      return null;
    }
    byte[] bytes = new byte[parts.length * 2];
    for (int i = 0; i < parts.length; i++) {
      if (i == parts.length - 1 && parts[i].indexOf('.') > 0) {
        byte[] last = fourth(parts[i]);
        if (last == null) {
          return null;
        }
        byte[] longer = new byte[bytes.length + 2];
        System.arraycopy(bytes, 0, longer, 0, bytes.length - 2);
        System.arraycopy(last, 0, longer, longer.length - 4, 4);
        return longer;
      }
      if (parts[i].isEmpty() || parts[i].length() > 4) {
        return null;
      }
      int value = 0;
      for (int at = 0; at < parts[i].length(); at++) {
        int digit = Character.digit(parts[i].charAt(at), 16);
        if (digit < 0) {
          return null;
        }
        value = value * 16 + digit;
      }
      bytes[2 * i] = (byte) (value >> 8);
      bytes[2 * i + 1] = (byte) value;
    }
    return bytes;
  }

  /** Reads a decimal number of at most three digits; -1 if it is not one or exceeds a maximum. */
  private static int decimal(String text, int most) {
    if (text.isEmpty() || text.length() > 3) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value > most ? -1 : value;
  }
}
