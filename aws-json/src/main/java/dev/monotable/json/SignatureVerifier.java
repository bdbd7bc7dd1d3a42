package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the signatures of requests, of which an {@link Exchange} otherwise checks the form only.
 * Its methods are called in the order in which AWS checks a signature. Thread-safe.
 */
public interface SignatureVerifier {
  /**
   * Checks when a request was signed.
   *
   * @param date the value of {@code X-Amz-Date}, in the basic format of ISO 8601; null if the
   *     request has only the other header
   * @param httpDate the value of the header {@code Date}; null if the request has none
   * @return the time in the basic format, such as {@code 20240131T235959Z}; null if it is no time
   * @throws DynamoException if it is too far from the present
   */
  @Nullable String signedAt(@Nullable String date, @Nullable String httpDate);

  /** Returns whether an access key may be used in a Region. */
  boolean isValidRegion(Caller.Client caller);

  /**
   * Checks the access key of a request, its signature and its session token.
   *
   * @param date when it was signed, in the basic format
   * @throws DynamoException if one of them is not valid
   */
  void verify(HttpRequest request, RequestSignature signature, Caller.Client caller, String date);
}
