package dev.monotable.control.bucket;

import dev.monotable.access.signature.ChunkSignatures;
import dev.monotable.access.signature.KeyVerifier;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.RequestSignature;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds who sends a request for buckets, as Amazon S3 does. Without a verifier, only the form of a
 * signature is checked, as that of a request to DynamoDB.
 */
final class BucketSignatures {
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);

  private static final Duration LONGEST = Duration.ofDays(7);

  private final @Nullable KeyVerifier verifier;

  BucketSignatures(@Nullable KeyVerifier verifier) {
    this.verifier = verifier == null ? null : verifier.ofObjects();
  }

  /**
   * The sender of a request.
   *
   * @param chunks verifies the chunks of the body; null if signatures are not verified
   */
  record Signer(Caller.Client client, @Nullable ChunkSignatures chunks) {}

  /**
   * Returns who sends a request.
   *
   * @throws BucketException if it is not signed, or its signature is malformed or invalid
   */
  Signer signer(BucketRequest request) {
    HttpRequest http = request.http();
    String header = http.header("authorization");
    if (header == null
        ? request.query().containsKey("AWSAccessKeyId")
        : header.startsWith("AWS ")) { // version 2
      throw new BucketException(
          BucketError.INVALID_REQUEST,
          "The authorization mechanism you have provided is not supported. Please use"
              + " AWS4-HMAC-SHA256.");
    }
    if (header == null && !request.query().containsKey("X-Amz-Algorithm")) {
      throw new BucketException(BucketError.ACCESS_DENIED);
    }
    RequestSignature signature;
    try {
      signature = RequestSignature.of(http);
    } catch (DynamoException e) {
      throw new BucketException(BucketError.AUTHORIZATION_MALFORMED);
    }
    Caller.Client client = client(signature);
    KeyVerifier known = verifier;
    return known == null
        ? new Signer(client, null)
        : new Signer(client, verified(known, request, signature, client));
  }

  /** Returns the client of a credential, whose Region can be any. */
  private static Caller.Client client(RequestSignature signature) {
    String[] scope = signature.credential().split("/", -1);
    if (scope.length != 5 || scope[0].isEmpty() || scope[2].isEmpty()) {
      throw malformed(
          "the Credential is mal-formed; expecting"
              + " \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\".");
    }
    if (!scope[3].equals("s3")) {
      throw malformed("incorrect service \"" + scope[3] + "\". This endpoint belongs to \"s3\".");
    }
    if (!scope[4].equals("aws4_request")) {
      throw malformed(
          "incorrect terminal \"" + scope[4] + "\". This endpoint uses \"aws4_request\".");
    }
    String date = signature.date();
    if (date != null && !date.startsWith(scope[1])) {
      throw malformed(
          "Invalid credential date \""
              + scope[1]
              + "\". This date is not the same as X-Amz-Date: \""
              + date.substring(0, Math.min(8, date.length()))
              + "\".");
    }
    return new Caller.Client(scope[0], scope[2]);
  }

  private static BucketException malformed(String reason) {
    return new BucketException(
        BucketError.AUTHORIZATION_MALFORMED, "The authorization header is malformed; " + reason);
  }

  private static ChunkSignatures verified(
      KeyVerifier verifier,
      BucketRequest request,
      RequestSignature signature,
      Caller.Client client) {
    HttpRequest http = request.http();
    String date;
    if (signature.inQuery()) {
      date = requireValid(verifier.now(), request);
    } else {
      date = signedAt(verifier, signature.date(), http.header("date"));
      if (http.header("x-amz-content-sha256") == null) {
        throw new BucketException(
            BucketError.INVALID_REQUEST,
            "Missing required header for this request: x-amz-content-sha256");
      }
    }
    if (!verifier.isValidRegion(client)) {
      throw malformed("the region '" + client.region() + "' is wrong");
    }
    try {
      verifier.verify(http, signature, client, date);
    } catch (DynamoException e) {
      throw new BucketException(
          e.code() == ErrorCode.INVALID_SIGNATURE
              ? BucketError.SIGNATURE_MISMATCH
              : e.code() == ErrorCode.EXPIRED_TOKEN
                  ? BucketError.EXPIRED_TOKEN
                  : signature.token() == null
                      ? BucketError.INVALID_ACCESS_KEY
                      : BucketError.INVALID_TOKEN);
    }
    return verifier.chunks(signature, client, date);
  }

  private static String signedAt(
      KeyVerifier verifier, @Nullable String date, @Nullable String httpDate) {
    String signed;
    try {
      signed = verifier.signedAt(date, httpDate);
    } catch (DynamoException e) {
      throw new BucketException(BucketError.TIME_TOO_SKEWED);
    }
    if (signed == null) {
      throw new BucketException(
          BucketError.ACCESS_DENIED,
          "AWS authentication requires a valid Date or x-amz-date header");
    }
    return signed;
  }

  /** Checks the time of a request that was signed in advance; returns when that was. */
  private static String requireValid(Instant now, BucketRequest request) {
    String date = request.require("X-Amz-Date");
    Instant from;
    Duration validity;
    try {
      from = LocalDateTime.parse(date, BASIC).toInstant(ZoneOffset.UTC);
      validity = Duration.ofSeconds(Long.parseLong(request.require("X-Amz-Expires")));
    } catch (DateTimeParseException | NumberFormatException e) {
      throw new BucketException(BucketError.AUTHORIZATION_MALFORMED);
    }
    if (validity.isNegative() || validity.compareTo(LONGEST) > 0) {
      throw new BucketException(BucketError.AUTHORIZATION_MALFORMED);
    }
    if (now.isAfter(from.plus(validity))) {
      throw new BucketException(BucketError.ACCESS_DENIED, "Request has expired");
    }
    if (now.plus(Duration.ofMinutes(15)).isBefore(from)) {
      throw new BucketException(BucketError.ACCESS_DENIED, "Request is not valid yet");
    }
    return date;
  }
}
