package dev.monotable.access.signature;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.RequestSignature;
import dev.monotable.json.SignatureVerifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Verifies signatures of version 4 with the keys that may sign. The texts, and the order of the
 * checks, are those that architect/dynalite ({@code index.js}) recorded on AWS.
 *
 * <p>A request that was signed in advance is valid as long as any other, regardless of its {@code
 * X-Amz-Expires}: only Amazon S3 and a few other services read that
 * (kubernetes-sigs/aws-iam-authenticator, {@code pkg/token/token.go}).
 */
public final class KeyVerifier implements SignatureVerifier {
  /**
   * The age that a signature may have, in both directions (praetorian-inc/chariot-ui issue 453,
   * DynamoDB in 2024).
   */
  private static final Duration WINDOW = Duration.ofMinutes(15);

  private static final String MINUTES = WINDOW.toMinutes() + " min.)";

  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final String INVALID_TOKEN =
      "The security token included in the request is invalid";

  private final AccessKeys keys;
  private final Predicate<Caller.Client> regions;
  private final InstantSource clock;
  private final boolean isOfObjects;
  private final SigningKeys signingKeys;

  /**
   * Creates a verifier of requests to DynamoDB.
   *
   * @param keys those that may sign
   * @param regions whether an access key may be used in a Region
   * @param clock of the machine, not of a database
   */
  public KeyVerifier(AccessKeys keys, Predicate<Caller.Client> regions, InstantSource clock) {
    this(keys, regions, clock, false);
  }

  private KeyVerifier(
      AccessKeys keys, Predicate<Caller.Client> regions, InstantSource clock, boolean isOfObjects) {
    this.keys = keys;
    this.regions = regions;
    this.clock = clock;
    this.isOfObjects = isOfObjects;
    this.signingKeys = new SigningKeys(isOfObjects ? "s3" : "dynamodb");
  }

  /**
   * Returns a verifier of requests to Amazon S3, whose signatures have the hash of the body that
   * the request names. Its errors are those of requests to DynamoDB.
   */
  public KeyVerifier ofObjects() {
    return new KeyVerifier(keys, regions, clock, true);
  }

  /** Returns the time of the machine. */
  public Instant now() {
    return clock.instant();
  }

  /**
   * Returns what verifies the parts of a body that are signed each, after {@link #verify}.
   *
   * @param signature of the head of the request
   * @param date when it was signed, in the basic format
   */
  public ChunkSignatures chunks(RequestSignature signature, Caller.Client caller, String date) {
    AccessKey key = Objects.requireNonNull(keys.find(caller.accessKey()));
    return new ChunkSignatures(
        signingKeys.get(key.secret(), date.substring(0, 8), caller.region()),
        date,
        signature.signature());
  }

  @Override
  public @Nullable String signedAt(@Nullable String date, @Nullable String httpDate) {
    Instant signed = date != null ? basic(date) : http(httpDate);
    if (signed == null) {
      return null;
    }
    Instant now = clock.instant();
    String text = BASIC.format(signed.atOffset(ZoneOffset.UTC));
    Instant earliest = now.minus(WINDOW);
    if (signed.isBefore(earliest)) {
      throw new DynamoException(
          ErrorCode.INVALID_SIGNATURE,
          "Signature expired: "
              + text
              + " is now earlier than "
              + text(earliest)
              + bound(now, '-'));
    }
    Instant latest = now.plus(WINDOW);
    if (signed.isAfter(latest)) {
      throw new DynamoException(
          ErrorCode.INVALID_SIGNATURE,
          "Signature not yet current: "
              + text
              + " is still later than "
              + text(latest)
              + bound(now, '+'));
    }
    return text;
  }

  private static String bound(Instant now, char sign) {
    return " (" + text(now) + ' ' + sign + ' ' + MINUTES;
  }

  private static String text(Instant time) {
    return BASIC.format(time.atOffset(ZoneOffset.UTC));
  }

  private static @Nullable Instant basic(String date) {
    try {
      return LocalDateTime.parse(date, BASIC).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Returns the time of a header {@code Date}, in the format of HTTP or the basic one. */
  private static @Nullable Instant http(@Nullable String date) {
    if (date == null) {
      return null;
    }
    try {
      return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    } catch (DateTimeParseException e) {
      return basic(date);
    }
  }

  @Override
  public boolean isValidRegion(Caller.Client caller) {
    return regions.test(caller);
  }

  @Override
  public void verify(
      HttpRequest request, RequestSignature signature, Caller.Client caller, String date) {
    AccessKey key = keys.find(caller.accessKey());
    String token = signature.token();
    if (key == null || (key.sessionToken() != null && token == null)) {
      throw new DynamoException(ErrorCode.UNRECOGNIZED_CLIENT, INVALID_TOKEN + ".");
    }
    if (key.expires() != null && !clock.instant().isBefore(key.expires())) {
      throw new DynamoException( // guregu/dynamo issue 68
          ErrorCode.EXPIRED_TOKEN, "The security token included in the request is expired");
    }
    SigningKey signingKey = signingKeys.get(key.secret(), date.substring(0, 8), caller.region());
    String canonical = canonical(request, signature);
    String text = signingKey.stringToSign(date, Sha256.hex(canonical));
    if (!same(signature.signature(), signingKey.sign(text))) {
      throw mismatch(canonical, text);
    }
    if (token != null && (key.sessionToken() == null || !same(token, key.sessionToken()))) {
      throw new DynamoException(ErrorCode.UNRECOGNIZED_CLIENT, INVALID_TOKEN);
    }
  }

  private String canonical(HttpRequest request, RequestSignature signature) {
    if (!isOfObjects) {
      return CanonicalRequest.of(request, signature.signedHeaders());
    }
    String hash = request.header("x-amz-content-sha256");
    return CanonicalRequest.of(
        request,
        signature.signedHeaders(),
        true,
        hash == null || signature.inQuery() ? "UNSIGNED-PAYLOAD" : hash);
  }

  /** Compares in a time that says nothing about the expected text. */
  static boolean same(String given, String expected) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
  }

  private static DynamoException mismatch(String canonical, String text) {
    return new DynamoException(
        ErrorCode.INVALID_SIGNATURE,
        "The request signature we calculated does not match the signature you provided. Check your"
            + " AWS Secret Access Key and signing method. Consult the service documentation for"
            + " details.\n\nThe Canonical String for this request should have been\n'"
            + canonical
            + "'\n\nThe String-to-Sign should have been\n'"
            + text
            + "'\n");
  }
}
