package dev.monotable.cli.endpoint;

import dev.monotable.access.signature.Sha256;
import dev.monotable.access.signature.SigningKey;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Signs requests with Signature Version 4.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Create
 *     a signed AWS API request</a>
 */
final class RequestSigner {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Credentials credentials;
  private final String region;
  private final String service;

  /**
   * @param service the name of the service in signatures, such as {@code dynamodb}
   */
  RequestSigner(Credentials credentials, String region, String service) {
    this.credentials = credentials;
    this.region = region;
    this.service = service;
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
    canonical.append('\n').append(names).append('\n').append(Sha256.hex(body, 0, body.length));
    SigningKey key = new SigningKey(credentials.secretKey(), time.substring(0, 8), region, service);
    String signature = key.sign(key.stringToSign(time, Sha256.hex(canonical.toString())));
    all.put(
        "authorization",
        SigningKey.ALGORITHM
            + " Credential="
            + credentials.accessKey()
            + '/'
            + key.scope()
            + ", SignedHeaders="
            + names
            + ", Signature="
            + signature);
    all.remove("host");
    return all;
  }
}
