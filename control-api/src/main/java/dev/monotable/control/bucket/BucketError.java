package dev.monotable.control.bucket;

/**
 * An error of Amazon S3.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error
 *     responses</a>; the texts are those that clients have received from AWS, as MinIO and
 *     versitygw collect them in {@code api-errors.go} and {@code s3err.go}
 */
enum BucketError {
  ACCESS_DENIED(403, "AccessDenied", "Access Denied"),
  AUTHORIZATION_MALFORMED(
      400,
      "AuthorizationHeaderMalformed",
      "The authorization header that you provided is not valid."),
  BAD_DIGEST(400, "BadDigest", "The Content-MD5 you specified did not match what we received."),
  BUCKET_OWNED(
      409,
      "BucketAlreadyOwnedByYou",
      "Your previous request to create the named bucket succeeded and you already own it."),
  CONFLICT(
      409,
      "OperationAborted",
      "A conflicting conditional operation is currently in progress against this resource. Please"
          + " try again."),
  ENTITY_TOO_LARGE(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"),
  ENTITY_TOO_SMALL(
      400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size"),
  EXPIRED_TOKEN(400, "ExpiredToken", "The provided token has expired."),
  INCOMPLETE_BODY(400, "IncompleteBody", "The request body terminated unexpectedly"),
  INTERNAL(500, "InternalError", "We encountered an internal error. Please try again."),
  INVALID_ACCESS_KEY(
      403,
      "InvalidAccessKeyId",
      "The AWS Access Key Id you provided does not exist in our records."),
  INVALID_ARGUMENT(400, "InvalidArgument", "Invalid Argument"),
  INVALID_BUCKET_NAME(400, "InvalidBucketName", "The specified bucket is not valid."),
  INVALID_DIGEST(400, "InvalidDigest", "The Content-MD5 you specified was invalid."),
  INVALID_PART(
      400,
      "InvalidPart",
      "One or more of the specified parts could not be found.  The part may not have been"
          + " uploaded, or the specified entity tag may not match the part's entity tag."),
  INVALID_PART_ORDER(
      400,
      "InvalidPartOrder",
      "The list of parts was not in ascending order. Parts must be ordered by part number."),
  INVALID_RANGE(416, "InvalidRange", "The requested range is not satisfiable"),
  INVALID_REQUEST(400, "InvalidRequest", "Invalid Request"),
  INVALID_TOKEN(400, "InvalidToken", "The provided token is malformed or otherwise invalid."),
  INVALID_URI(400, "InvalidURI", "Couldn't parse the specified URI."),
  KEY_TOO_LONG(400, "KeyTooLongError", "Your key is too long"),
  MALFORMED_TRAILER(
      400,
      "MalformedTrailerError",
      "The request contained trailing data that was not well-formed or did not conform to our"
          + " published schema."),
  MALFORMED_XML(
      400,
      "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our published schema"),
  METADATA_TOO_LARGE(
      400, "MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size"),
  METHOD_NOT_ALLOWED(
      405, "MethodNotAllowed", "The specified method is not allowed against this resource."),
  MISSING_LENGTH(411, "MissingContentLength", "You must provide the Content-Length HTTP header."),
  NO_SUCH_BUCKET(404, "NoSuchBucket", "The specified bucket does not exist"),
  NO_SUCH_KEY(404, "NoSuchKey", "The specified key does not exist."),
  NO_SUCH_UPLOAD(
      404,
      "NoSuchUpload",
      "The specified upload does not exist. The upload ID may be invalid, or the upload may have"
          + " been aborted or completed."),
  NOT_IMPLEMENTED(
      501, "NotImplemented", "A header you provided implies functionality that is not implemented"),
  PRECONDITION_FAILED(
      412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold"),
  SIGNATURE_MISMATCH(
      403,
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your"
          + " key and signing method."),
  SLOW_DOWN(503, "SlowDown", "Please reduce your request rate."),
  STORAGE_FULL(
      507,
      "InsufficientStorage",
      "The memory for objects of the database is full, or the heap of Monotable: delete objects or"
          + " start it with a larger heap (JAVA_OPTS=-Xmx...)"),
  TIME_TOO_SKEWED(
      403,
      "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large."),
  WRONG_HASH(
      400,
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.");

  private final int status;
  private final String code;
  private final String text;

  BucketError(int status, String code, String text) {
    this.status = status;
    this.code = code;
    this.text = text;
  }

  int status() {
    return status;
  }

  /** Returns the code, as SDKs know it. */
  String code() {
    return code;
  }

  /** Returns the usual message. */
  String text() {
    return text;
  }
}
