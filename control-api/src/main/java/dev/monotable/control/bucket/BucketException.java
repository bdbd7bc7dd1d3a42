package dev.monotable.control.bucket;

import dev.monotable.json.HttpAnswer;

/** A request for buckets that fails. */
final class BucketException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final BucketError error;

  /** Creates the failure with the usual message of the error. */
  BucketException(BucketError error) {
    this(error, error.text());
  }

  BucketException(BucketError error, String message) {
    super(message, null, false, false);
    this.error = error;
  }

  /** Returns the failure of an operation or a parameter that Monotable does not have. */
  static BucketException notImplemented(String what) {
    return new BucketException(BucketError.NOT_IMPLEMENTED, what + " is not implemented");
  }

  /**
   * Returns the answer.
   *
   * @param resource what the request names
   */
  HttpAnswer answer(String resource) {
    XmlText xml = XmlText.of("Error").element("Code", error.code());
    xml.element("Message", String.valueOf(getMessage())).element("Resource", resource);
    return xml.answer(error.status());
  }
}
