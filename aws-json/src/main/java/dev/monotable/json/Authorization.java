package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a request has the parts of a signature, with AWS's order of checks and messages as
 * recorded by architect/dynalite ({@code test/connection.js}, {@code index.js}). Without a {@link
 * SignatureVerifier}, the credentials, the signature itself and the age of the date are not
 * verified: any access key of any Region is accepted.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html">Signing
 *     AWS API requests</a>
 */
final class Authorization {
  static final String MISSING_TOKEN = "Request is missing Authentication Token";

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";

  /** The beginning of the value of {@code x-amz-content-sha256} for a body in chunks. */
  private static final String STREAMING = "STREAMING-";

  /** The coding of a body whose chunks, or whose trailer, are signed. */
  private static final String CHUNKED = "aws-chunked";

  private Authorization() {}

  /**
   * Returns who sends the request, by its credential, such as {@code
   * AKID/20240101/us-east-1/dynamodb/aws4_request}.
   *
   * @param recent the signer cache of this thread
   * @throws DynamoException if the request is not signed, or its signature is malformed
   */
  static Caller.Client caller(HttpRequest request, RecentSigner recent) {
    String header = request.header("authorization");
    String path = request.path();
    int query = path.indexOf('?');
    boolean inQuery = query >= 0 && path.indexOf("X-Amz-Algorithm", query) >= 0;
    if (header != null && !inQuery) {
      String date = request.header("x-amz-date");
      Caller.Client caller = recent.caller(header, date);
      if (caller == null) {
        caller = ordinaryCaller(header, date, recent);
      }
      if (caller != null) {
        return caller;
      }
    }
    RequestSignature signature = RequestSignature.of(request);
    return checked(signature, signature.date(), null);
  }

  /**
   * Returns who sends the request, after its signature has been verified.
   *
   * @throws DynamoException if the request is not signed, or its signature is malformed or invalid
   */
  static Caller.Client verifiedCaller(HttpRequest request, SignatureVerifier verifier) {
    RequestSignature signature = RequestSignature.of(request);
    requireBasic(signature.date());
    String httpDate = request.header("date");
    String date = verifier.signedAt(signature.date(), httpDate);
    if (date == null) {
      throw invalidDate(signature.date() == null ? httpDate : signature.date());
    }
    Caller.Client caller = checked(signature, date, verifier);
    verifier.verify(request, signature, caller, date);
    return caller;
  }

  /**
   * Returns the caller of a header in the form that SDKs send, found without parsing it, or null if
   * the form differs.
   */
  private static Caller.@Nullable Client ordinaryCaller(
      String header, @Nullable String date, RecentSigner recent) {
    String start = ALGORITHM + " Credential=";
    if (!header.startsWith(start)) {
      return null;
    }
    int from = start.length();
    int to = header.indexOf(',', from);
    if (to < 0
        || header.indexOf(' ', from) < to
        || !header.startsWith("/dynamodb/aws4_request", to - "/dynamodb/aws4_request".length())) {
      return null;
    }
    int signed = header.indexOf(" SignedHeaders=", to);
    int host = signed < 0 ? -1 : header.indexOf("host;", signed);
    int signature = host < 0 ? -1 : header.indexOf(", Signature=", host);
    if (signature < 0
        || signature + ", Signature=".length() == header.length()
        || (header.charAt(host - 1) != ';' && header.charAt(host - 1) != '=')
        || header.indexOf(',', signed) != signature) {
      return null;
    }
    int keyEnd = header.indexOf('/', from);
    int dateEnd = header.indexOf('/', keyEnd + 1);
    int regionEnd = header.indexOf('/', dateEnd + 1);
    if (keyEnd == from
        || dateEnd - keyEnd != 9
        || regionEnd == dateEnd + 1
        || regionEnd != to - "/dynamodb/aws4_request".length()
        || date == null
        || !isBasicDate(date)
        || !date.regionMatches(0, header, keyEnd + 1, 8)) {
      return null;
    }
    Caller.Client caller =
        new Caller.Client(header.substring(from, keyEnd), header.substring(dateEnd + 1, regionEnd));
    recent.remember(header, signature + ", Signature=".length(), date, caller);
    return caller;
  }

  private static void requireBasic(@Nullable String date) {
    if (date != null && !isBasicDate(date)) {
      throw invalidDate(date);
    }
  }

  private static DynamoException invalidDate(@Nullable String date) {
    return incomplete(
        "Date must be in ISO-8601 'basic format'. Got '"
            + date
            + "'. See http://en.wikipedia.org/wiki/ISO_8601");
  }

  /**
   * Checks the parts, and returns the caller.
   *
   * @param date in the basic format of ISO 8601; null if the request has only the header Date
   * @param verifier decides which Regions are valid; null if all are
   */
  private static Caller.Client checked(
      RequestSignature signature, @Nullable String date, @Nullable SignatureVerifier verifier) {
    requireBasic(date);
    if (!signsHost(signature.signedHeaders())) {
      throw invalid("'Host' must be a 'SignedHeader' in the AWS Authorization.");
    }
    if (!signature.algorithm().equals(ALGORITHM)) {
      throw incomplete(
          "Unsupported AWS 'algorithm': '"
              + signature.algorithm()
              + "' (only AWS4-HMAC-SHA256 for now). ");
    }
    String[] scope = signature.credential().split("/"); // trailing slashes are ignored
    if (scope.length != 5) {
      throw incomplete(
          "Credential must have exactly 5 slash-delimited elements, e.g."
              + " keyid/date/region/service/term, got '"
              + signature.credential()
              + "'");
    }
    Caller.Client caller = new Caller.Client(scope[0], scope[2]);
    StringBuilder wrong = new StringBuilder();
    if (verifier != null && !verifier.isValidRegion(caller)) {
      // ExtendDB, measured in September 2026: AWS no longer names the Region that is wrong.
      wrong.append("Credential should be scoped to a valid region. ");
    }
    if (!scope[3].equals("dynamodb")) {
      wrong.append("Credential should be scoped to correct service: 'dynamodb'. ");
    }
    if (!scope[4].equals("aws4_request")) {
      wrong
          .append("Credential should be scoped with a valid terminator: 'aws4_request', not '")
          .append(scope[4])
          .append("'. ");
    }
    if (date != null && !(scope[1].length() == 8 && date.startsWith(scope[1]))) {
      wrong
          .append("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date")
          .append(" from HTTP: '")
          .append(scope[1])
          .append("' != '")
          .append(date, 0, 8)
          .append("', from '")
          .append(date)
          .append("'.");
    }
    if (wrong.length() > 0) {
      throw invalid(wrong.toString());
    }
    return caller;
  }

  /**
   * Returns whether a body is signed chunk by chunk, or its trailer is signed. Only Amazon S3 has
   * such signatures; the one of any other request is that of its body as it was received.
   *
   * @param encoding the value of {@code Content-Encoding}; null without one
   * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Signature
   *     calculations for chunked uploads</a>
   */
  static boolean isInChunks(HttpRequest request, @Nullable String encoding) {
    String hash = request.header("x-amz-content-sha256");
    return hash != null && hash.regionMatches(true, 0, STREAMING, 0, STREAMING.length())
        || encoding != null && encoding.toLowerCase(Locale.ROOT).contains(CHUNKED);
  }

  /** Returns the error of a signature that is not that of its request. */
  static DynamoException mismatch() {
    return invalid(
        "The request signature we calculated does not match the signature you provided. Check your"
            + " AWS Secret Access Key and signing method. Consult the service documentation for"
            + " details.");
  }

  private static boolean signsHost(String signedHeaders) {
    for (String name : signedHeaders.split(";")) {
      if (name.equalsIgnoreCase("host")) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the text has the form {@code 20240131T235959Z}. */
  static boolean isBasicDate(String date) {
    if (date.length() != 16 || date.charAt(8) != 'T' || date.charAt(15) != 'Z') {
      return false;
    }
    for (int i = 0; i < 15; i++) {
      char c = date.charAt(i);
      if (i != 8 && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  static DynamoException incomplete(String message) {
    return new DynamoException(ErrorCode.INCOMPLETE_SIGNATURE, message);
  }

  private static DynamoException invalid(String message) {
    return new DynamoException(ErrorCode.INVALID_SIGNATURE, message);
  }
}
