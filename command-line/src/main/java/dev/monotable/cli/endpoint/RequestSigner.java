package dev.monotable.cli.endpoint;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests with Signature Version 4.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Create
 *     a signed AWS API request</a>
 */
final class RequestSigner {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String SERVICE = "dynamodb";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Credentials credentials;
  private final String region;

  RequestSigner(Credentials credentials, String region) {
    this.credentials = credentials;
    this.region = region;
  }

  /**
   * Returns the headers of a POST request without a query string: those given and those that sign
   * it.
   *
   * @param host the value of the Host header, which is not returned
   * @param headers names in lower case
   */
  Map<String, String> sign(
      String path, String host, Map<String, String> headers, byte[] body, Instant now) {
    String time = TIME.format(now);
    TreeMap<String, String> all = new TreeMap<>(headers);
    all.put("host", host);
    all.put("x-amz-date", time);
    if (credentials.token() != null) {
      all.put("x-amz-security-token", credentials.token());
    }
    String names = String.join(";", all.keySet());
    StringBuilder canonical = new StringBuilder("POST\n").append(path).append("\n\n");
    all.forEach((name, value) -> canonical.append(name).append(':').append(value).append('\n'));
    canonical.append('\n').append(names).append('\n').append(hex(sha256(body)));
    String day = time.substring(0, 8);
    String scope = day + '/' + region + '/' + SERVICE + "/aws4_request";
    String text =
        ALGORITHM + '\n' + time + '\n' + scope + '\n' + hex(sha256(utf8(canonical.toString())));
    byte[] key = hmac(utf8("AWS4" + credentials.secretKey()), day);
    for (String part : new String[] {region, SERVICE, "aws4_request"}) {
      key = hmac(key, part);
    }
    all.put(
        "authorization",
        ALGORITHM
            + " Credential="
            + credentials.accessKey()
            + '/'
            + scope
            + ", SignedHeaders="
            + names
            + ", Signature="
            + hex(hmac(key, text)));
    all.remove("host");
    return all;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(utf8(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
