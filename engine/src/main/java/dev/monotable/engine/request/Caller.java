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
}
