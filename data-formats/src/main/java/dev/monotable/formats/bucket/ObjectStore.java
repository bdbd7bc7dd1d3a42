package dev.monotable.formats.bucket;

import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.text.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Buckets with objects, as in Amazon S3. Safe for use by multiple threads. A stream may fail with
 * an {@link ObjectFailure}, which says how the export or import ends.
 */
public interface ObjectStore {
  /**
   * Returns the objects whose keys begin with a prefix, in the order of their keys.
   *
   * @param most the number of objects to return at most; one more if there are more
   * @throws TransferException if the bucket does not exist or cannot be read
   */
  List<StoredObject> list(String bucket, String prefix, int most) throws TransferException;

  /**
   * Opens an object. The stream supports {@code mark}.
   *
   * @throws TransferException if it cannot be read
   */
  InputStream read(String bucket, String key) throws TransferException;

  /**
   * Opens an object in the version that was listed. The stream supports {@code mark}, and fails if
   * the object has changed.
   *
   * @throws TransferException if it cannot be read, or has changed
   */
  InputStream read(String bucket, StoredObject object) throws TransferException;

  /**
   * Creates an object, in place of one with the same key. It is complete when the stream is closed.
   *
   * @throws TransferException if the bucket does not exist or cannot be written
   */
  OutputStream write(String bucket, String key) throws TransferException;

  /** Returns the failure of a bucket that does not exist, in the words of Amazon S3. */
  static TransferException noSuchBucket() {
    return failure(404, "NoSuchBucket", "The specified bucket does not exist");
  }

  /**
   * Returns the failure for an error response of Amazon S3, as DynamoDB describes it.
   *
   * @param status the status code of HTTP
   * @param code the error code of S3, such as {@code NoSuchBucket}
   */
  static TransferException failure(int status, String code, String message) {
    return new TransferException(
        "S3" + code,
        message + " (Service: Amazon S3; Status Code: " + status + "; Error Code: " + code + ")");
  }

  /** Returns the failure of an object that is not the one that was listed. */
  static TransferException modified(String key) {
    return new TransferException(
        TransferException.MODIFIED, "The object '" + key + "' has changed since it was listed");
  }

  /** Returns the failure of a bucket or an object that cannot be read or written. */
  static TransferException denied(String what, IOException reason) {
    return new TransferException(
        TransferException.ACCESS_DENIED,
        "Access Denied: " + what + " (" + FileFailure.reason(reason) + ")");
  }
}
