package dev.monotable.access.signature;

import dev.monotable.json.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The canonical form of a received request, of which its signature is made. The characters of its
 * path and headers are the bytes that were received.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Create
 *     a signed AWS API request</a>
 */
final class CanonicalRequest {
  private static final String SIGNATURE = "X-Amz-Signature=";
  private static final String UNRESERVED = "-._~";

  private CanonicalRequest() {}

  /**
   * Returns the canonical form of a request to DynamoDB. Its last line is always the hash of the
   * body: {@code UNSIGNED-PAYLOAD} in its place is a convention of Amazon S3
   * (apache/opendal-reqsign issue 346).
   *
   * @param signedHeaders the names of the signed headers, with semicolons between them
   */
  static String of(HttpRequest request, String signedHeaders) {
    return of(
        request,
        signedHeaders,
        false,
        Sha256.hex(request.body(), request.bodyStart(), request.bodyEnd()));
  }

  /**
   * Returns the canonical form of a request.
   *
   * @param isExact whether the path is that of an object of Amazon S3, which is signed with its
   *     empty and relative parts, and encoded once
   * @param bodyHash the last line
   */
  static String of(HttpRequest request, String signedHeaders, boolean isExact, String bodyHash) {
    String path = request.path();
    int query = path.indexOf('?');
    StringBuilder out = new StringBuilder(512);
    out.append(request.method()).append('\n');
    String named = query < 0 ? path : path.substring(0, query);
    if (isExact) {
      exactPath(named, out);
    } else {
      path(named, out);
    }
    out.append('\n');
    query(query < 0 ? "" : path.substring(query + 1), out);
    out.append('\n');
    SortedSet<String> names = names(signedHeaders); // each header once, so the text is bounded
    for (String name : names) {
      out.append(name).append(':');
      headers(request.headers(name), out);
      out.append('\n');
    }
    out.append('\n');
    out.append(String.join(";", names)).append('\n');
    out.append(bodyHash);
    byte[] received = out.toString().getBytes(StandardCharsets.ISO_8859_1);
    return new String(received, StandardCharsets.UTF_8);
  }

  private static SortedSet<String> names(String signedHeaders) {
    TreeSet<String> names = new TreeSet<>();
    for (String name : signedHeaders.split(";")) {
      if (!name.isEmpty()) {
        names.add(name.toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  /** Appends a path without relative and empty parts, encoded once more than it was received. */
  private static void path(String path, StringBuilder out) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/")) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    for (String part : parts) {
      out.append('/');
      encode(part, out);
    }
    if (parts.isEmpty() || path.endsWith("/")) {
      out.append('/');
    }
  }

  /** Appends the path of an object, however the client has encoded it. */
  private static void exactPath(String path, StringBuilder out) {
    String separator = "";
    for (String part : path.split("/", -1)) {
      out.append(separator);
      encode(decoded(part), out);
      separator = "/";
    }
  }

  /** Appends the parameters of a query in order, without the signature. */
  private static void query(String query, StringBuilder out) {
    List<String> parameters = new ArrayList<>();
    for (String parameter : query.split("&")) {
      if (!parameter.isEmpty() && !parameter.startsWith(SIGNATURE)) {
        int equals = parameter.indexOf('=');
        StringBuilder encoded = new StringBuilder(parameter.length() + 16);
        encode(decoded(equals < 0 ? parameter : parameter.substring(0, equals)), encoded);
        // Sorts before each character of a name, so that a name precedes those it begins.
        encoded.append('\0');
        encode(decoded(equals < 0 ? "" : parameter.substring(equals + 1)), encoded);
        parameters.add(encoded.toString());
      }
    }
    parameters.sort(null);
    out.append(String.join("&", parameters).replace('\0', '='));
  }

  /** Appends the values of a header, without the white space around them and with less in them. */
  private static void headers(List<String> values, StringBuilder out) {
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      String value = values.get(i).strip();
      for (int j = 0; j < value.length(); j++) {
        char c = value.charAt(j);
        if (c != ' ' || value.charAt(j - 1) != ' ') {
          out.append(c);
        }
      }
    }
  }

  /** Encodes all bytes but the unreserved characters of RFC 3986. */
  private static void encode(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'a' && c <= 'z'
          || c >= 'A' && c <= 'Z'
          || c >= '0' && c <= '9'
          || UNRESERVED.indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%');
        out.append(Character.toUpperCase(Character.forDigit((c >> 4) & 15, 16)));
        out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
      }
    }
  }

  /** Decodes the bytes that are encoded; what is encoded incorrectly stays. */
  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
      int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
      if (c == '%' && high >= 0 && low >= 0) {
        out.append((char) (high * 16 + low));
        i += 2;
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
