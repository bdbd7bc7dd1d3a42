package dev.monotable.cli.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * Credentials of AWS.
 *
 * @param token the session token; null for credentials that do not expire
 */
record Credentials(String accessKey, String secretKey, @Nullable String token) {
  /** Enough for emulators, which accept any credentials. */
  static final Credentials ANY = new Credentials("local", "local", null);
}
