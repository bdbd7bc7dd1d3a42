package dev.monotable.access.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that signs the requests of a secret access key on one day, in one Region, to one service.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Create
 *     a signed AWS API request</a>
 */
public final class SigningKey {
  /** The only algorithm of signatures that are made with a secret. */
  public static final String ALGORITHM = "AWS4-HMAC-SHA256";

  private static final String MAC = "HmacSHA256";
  private static final String TERMINATOR = "aws4_request";

  private final String scope;
  private final SecretKeySpec key;

  /**
   * Derives a key.
   *
   * @param secret the secret access key
   * @param day such as {@code 20240131}
   * @param service the name with which the service is signed, such as {@code dynamodb}
   */
  public SigningKey(String secret, String day, String region, String service) {
    scope = day + '/' + region + '/' + service + '/' + TERMINATOR;
    byte[] derived = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
    for (String part : new String[] {day, region, service, TERMINATOR}) {
      derived = hmac(new SecretKeySpec(derived, MAC), part);
    }
    key = new SecretKeySpec(derived, MAC);
  }

  /** Returns the scope of the key, such as {@code 20240131/us-east-1/dynamodb/aws4_request}. */
  public String scope() {
    return scope;
  }

  /**
   * Returns the text of which the signature is made.
   *
   * @param time when the request is signed, such as {@code 20240131T235959Z}
   * @param canonicalHash the hash of the canonical request
   */
  public String stringToSign(String time, String canonicalHash) {
    return ALGORITHM + '\n' + time + '\n' + scope + '\n' + canonicalHash;
  }

  /** Returns the signature of a text, in hexadecimal digits. */
  public String sign(String text) {
    return HexFormat.of().formatHex(hmac(key, text));
  }

  private static byte[] hmac(SecretKeySpec key, String text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
