package dev.monotable.json;

import dev.monotable.engine.request.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the signers of the last requests. An SDK signs each request, but for a client and a day
 * only the signature at the end of the header differs, so a header whose other parts were checked
 * before need not be checked again. Clients with different access keys, such as tests that run at
 * once, have a place each, unless two of them share one by chance. For one thread.
 */
final class RecentSigner {
  /** A power of two. */
  private static final int PLACES = 16;

  /** The offset of the last characters of an access key of the usual length in a header. */
  private static final int KEY_END = "AWS4-HMAC-SHA256 Credential=".length() + 16;

  private final @Nullable Signer[] places = new Signer[PLACES];

  private static final class Signer {
    final String head;
    final Caller.Client caller;
    String date;

    Signer(String head, String date, Caller.Client caller) {
      this.head = head;
      this.date = date;
      this.caller = caller;
    }
  }

  /**
   * Returns who sends a request that is signed like an earlier one, or null.
   *
   * @param header the value of {@code Authorization}
   * @param newDate the value of {@code X-Amz-Date}
   */
  Caller.@Nullable Client caller(String header, @Nullable String newDate) {
    Signer known = places[place(header)];
    if (known == null || header.length() <= known.head.length() || newDate == null) {
      return null;
    }
    // indexOf compares many bytes at once; startsWith compares them one by one.
    if (header.indexOf(known.head) != 0) {
      return null;
    }
    String date = known.date;
    if (!newDate.equals(date)) {
      if (!Authorization.isBasicDate(newDate) || !newDate.regionMatches(0, date, 0, 8)) {
        return null;
      }
      known.date = newDate;
    }
    return known.caller;
  }

  /**
   * Remembers the signer of a request.
   *
   * @param signature the offset of the signature in the header
   */
  void remember(String header, int signature, String date, Caller.Client caller) {
    places[place(header)] = new Signer(header.substring(0, signature), date, caller);
  }

  private static int place(String header) {
    if (header.length() < KEY_END + 4) {
      return 0;
    }
    int hash = 0;
    for (int i = KEY_END; i < KEY_END + 4; i++) {
      hash = 31 * hash + header.charAt(i);
    }
    return hash & (PLACES - 1);
  }
}
