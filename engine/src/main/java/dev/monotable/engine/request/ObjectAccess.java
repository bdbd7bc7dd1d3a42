package dev.monotable.engine.request;

import org.jspecify.annotations.Nullable;

/**
 * An access to Amazon S3 that an operation makes on behalf of its caller.
 *
 * @param key of the object; for {@link Action#LIST} the prefix of the keys that are listed
 */
public record ObjectAccess(Action action, Place place, String key) {
  /** The actions that DynamoDB needs. */
  public enum Action {
    /** Lists the keys of a bucket. */
    LIST("s3:ListBucket"),
    /** Reads an object. */
    READ("s3:GetObject"),
    /** Creates or replaces an object. */
    WRITE("s3:PutObject");

    private final String wire;

    Action(String wire) {
      this.wire = wire;
    }

    /** Returns the action as policies contain it. */
    public String wire() {
      return wire;
    }
  }

  /**
   * The place in Amazon S3 that a request names.
   *
   * @param prefix of the keys of all its objects
   * @param owner the account that the request names as the owner of the bucket; null if it names
   *     none
   * @param encryption how the request has objects encrypted, as S3's header {@code
   *     x-amz-server-side-encryption} says it; null if the request does not say
   * @param encryptionKey the key that the request names for it, or null
   */
  public record Place(
      String bucket,
      String prefix,
      @Nullable String owner,
      @Nullable String encryption,
      @Nullable String encryptionKey) {
    /** Returns a place whose objects are only read. */
    public static Place ofSource(String bucket, String prefix, @Nullable String owner) {
      return new Place(bucket, prefix, owner, null, null);
    }

    /**
     * Returns a place to which objects are written.
     *
     * @param algorithm {@code AES256} or {@code KMS}, as DynamoDB's requests name it; null for the
     *     default of the bucket
     */
    public static Place ofDestination(
        String bucket,
        String prefix,
        @Nullable String owner,
        @Nullable String algorithm,
        @Nullable String encryptionKey) {
      return new Place(
          bucket, prefix, owner, "KMS".equals(algorithm) ? "aws:kms" : algorithm, encryptionKey);
    }
  }

  /** Returns the ARN of the bucket or the object. */
  public String resource() {
    return action == Action.LIST
        ? "arn:aws:s3:::" + place.bucket()
        : "arn:aws:s3:::" + place.bucket() + '/' + key;
  }
}
