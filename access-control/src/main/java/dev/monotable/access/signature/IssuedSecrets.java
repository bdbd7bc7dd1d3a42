package dev.monotable.access.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secrets of access keys that a server issues. They are derived from a random key of the
 * process, so none is stored, and all change when the server starts again. Thread-safe.
 */
public final class IssuedSecrets {
  private static final String MAC = "HmacSHA256";

  /** Of which Base64 makes the 40 characters of a secret access key. */
  private static final int BYTES = 30;

  private final SecretKeySpec key;

  /** Creates the secrets of a process. */
  public IssuedSecrets() {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    key = new SecretKeySpec(random, MAC);
  }

  /** Returns the secret access key of an access key. */
  public String of(String accessKey) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      byte[] secret = mac.doFinal(accessKey.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(Arrays.copyOf(secret, BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
