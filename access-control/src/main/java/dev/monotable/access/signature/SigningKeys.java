package dev.monotable.access.signature;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The derived signing keys of recent requests, so that a request costs one HMAC instead of five.
 * Bounded: each day, and each Region of {@code --split-by-credentials}, has keys of its own.
 */
final class SigningKeys {
  /** The number of keys that are kept. */
  static final int MAX = 1_000;

  private record Source(String secret, String day, String region) {}

  private final String service;
  private final ConcurrentMap<Source, SigningKey> keys = new ConcurrentHashMap<>();

  SigningKeys(String service) {
    this.service = service;
  }

  /** Returns the key that a secret has on a day in a Region. */
  SigningKey get(String secret, String day, String region) {
    Source source = new Source(secret, day, region);
    SigningKey known = keys.get(source);
    if (known == null) {
      if (keys.size() >= MAX) {
        keys.clear(); // those in use are soon derived again
      }
      known = new SigningKey(secret, day, region, service);
      keys.put(source, known);
    }
    return known;
  }

  int size() {
    return keys.size();
  }
}
