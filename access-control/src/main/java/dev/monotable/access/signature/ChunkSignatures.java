package dev.monotable.access.signature;

/**
 * The signatures of the chunks of one body, each of which continues the one before. For one thread.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Signature
 *     calculations for chunked uploads</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html">Signature
 *     calculations for trailing headers</a>
 */
public final class ChunkSignatures {
  private static final String NO_BYTES = Sha256.hex("");

  private final SigningKey key;
  private final String date;
  private String previous;

  /**
   * Begins with the signature of the head of a request.
   *
   * @param date when the request was signed, in the basic format
   * @param seed its signature
   */
  ChunkSignatures(SigningKey key, String date, String seed) {
    this.key = key;
    this.date = date;
    this.previous = seed;
  }

  /** Returns whether a signature is that of the next chunk, the bytes between two indexes. */
  public boolean isNext(byte[] bytes, int start, int end, String signature) {
    return isNext("-PAYLOAD", NO_BYTES + '\n' + Sha256.hex(bytes, start, end), signature);
  }

  /**
   * Returns whether a signature is that of the trailer, after all chunks.
   *
   * @param headers each with its name in lower case, a colon, its value, and a line feed
   */
  public boolean isOfTrailer(String headers, String signature) {
    return isNext("-TRAILER", Sha256.hex(headers), signature);
  }

  private boolean isNext(String part, String hash, String signature) {
    String text =
        SigningKey.ALGORITHM
            + part
            + '\n'
            + date
            + '\n'
            + key.scope()
            + '\n'
            + previous
            + '\n'
            + hash;
    previous = key.sign(text);
    return KeyVerifier.same(signature, previous);
  }
}
