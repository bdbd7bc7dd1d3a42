package dev.monotable.json;

import org.jspecify.annotations.Nullable;

/**
 * Who signed the last request. An SDK signs each request anew, but for a client and a day only the
 * signature differs, which stands last: where all that precedes it has been found good, it is good.
 * For one thread.
 */
final class RecentSigner {
  private String head = "";
  private String date = "";
  private String credential = "";

  /**
   * The credential of a request if it is signed as the last one was, else null.
   *
   * @param header the value of {@code Authorization}
   * @param newDate the value of {@code X-Amz-Date}
   */
  @Nullable String credential(String header, @Nullable String newDate) {
    if (head.isEmpty() || header.length() <= head.length() || newDate == null) {
      return null;
    }
    // What startsWith looks at byte by byte, indexOf compares by as many as the processor can.
    if (header.indexOf(head) != 0) {
      return null;
    }
    if (!newDate.equals(date)) {
      if (!Authorization.isBasicDate(newDate) || !newDate.regionMatches(0, date, 0, 8)) {
        return null;
      }
      date = newDate;
    }
    return credential;
  }

  /**
   * Remembers the signer of a request.
   *
   * @param signature where in the header the signature begins
   */
  void remember(String header, int signature, String goodDate, String goodCredential) {
    head = header.substring(0, signature);
    date = goodDate;
    credential = goodCredential;
  }
}
