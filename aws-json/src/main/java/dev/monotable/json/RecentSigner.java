package dev.monotable.json;

import dev.monotable.engine.request.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the signer of the last request. An SDK signs each request, but for a client and a day
 * only the signature at the end of the header differs, so a header whose other parts were checked
 * before need not be checked again. For one thread.
 */
final class RecentSigner {
  private String head = "";
  private String date = "";
  private Caller caller = Caller.UNKNOWN;

  /**
   * Returns who sends a request that is signed like the last one, or null.
   *
   * @param header the value of {@code Authorization}
   * @param newDate the value of {@code X-Amz-Date}
   */
  @Nullable Caller caller(String header, @Nullable String newDate) {
    if (head.isEmpty() || header.length() <= head.length() || newDate == null) {
      return null;
    }
    // indexOf compares many bytes at once; startsWith compares them one by one.
    if (header.indexOf(head) != 0) {
      return null;
    }
    if (!newDate.equals(date)) {
      if (!Authorization.isBasicDate(newDate) || !newDate.regionMatches(0, date, 0, 8)) {
        return null;
      }
      date = newDate;
    }
    return caller;
  }

  /**
   * Remembers the signer of a request.
   *
   * @param signature the offset of the signature in the header
   */
  void remember(String header, int signature, String goodDate, Caller goodCaller) {
    head = header.substring(0, signature);
    date = goodDate;
    caller = goodCaller;
  }
}
