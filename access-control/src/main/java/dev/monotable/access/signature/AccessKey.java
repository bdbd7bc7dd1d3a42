package dev.monotable.access.signature;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An access key that may sign requests.
 *
 * @param id the access key ID, such as {@code AKIAIOSFODNN7EXAMPLE}
 * @param secret the secret access key
 * @param sessionToken the token that requests with temporary credentials also send; null for
 *     credentials that need none
 * @param expires when temporary credentials expire; null if they do not
 * @param name the name of the user, or of the profile in a file
 */
public record AccessKey(
    String id,
    String secret,
    @Nullable String sessionToken,
    @Nullable Instant expires,
    String name) {
  /**
   * The key of AWS's documentation, with which guides for emulators sign.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ExtendDB.Credentials.html">Signing
   *     requests</a>
   */
  public static final AccessKey EXAMPLE =
      new AccessKey(
          "AKIAIOSFODNN7EXAMPLE",
          "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
          null,
          null,
          "example");

  /** Returns the ID and the name, without the secrets. */
  @Override
  public String toString() {
    return id + " (" + name + ")";
  }
}
