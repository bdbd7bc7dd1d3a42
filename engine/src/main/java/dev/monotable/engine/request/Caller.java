package dev.monotable.engine.request;

/**
 * Who sends a request.
 *
 * @param accessKey the access key ID that the request is signed with; empty if it is not signed
 * @param region the Region that the request is signed for; empty if it is not signed
 */
public record Caller(String accessKey, String region) {
  /** The caller of a request that is not signed, such as one in process. */
  public static final Caller UNKNOWN = new Caller("", "");

  /**
   * Returns the caller with a credential scope, such as {@code
   * AKID/20240101/us-east-1/dynamodb/aws4_request}.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Signing
   *     AWS API requests</a>
   */
  static Caller of(String credential) {
    int keyEnd = credential.indexOf('/');
    int dateEnd = credential.indexOf('/', keyEnd + 1);
    int regionEnd = credential.indexOf('/', dateEnd + 1);
    return regionEnd < 0
        ? UNKNOWN
        : new Caller(credential.substring(0, keyEnd), credential.substring(dateEnd + 1, regionEnd));
  }
}
