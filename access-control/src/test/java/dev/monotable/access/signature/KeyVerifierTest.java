package dev.monotable.access.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what an exchange answers to signed requests, with texts that were recorded on AWS. */
@Tag("seeds")
class KeyVerifierTest {
  private static final long SEED = Seed.of(20261126L);
  private static final Instant NOW = Instant.parse("2026-10-10T10:00:00Z");
  private static final String TIME = "20261010T100000Z";
  private static final String REGION = "eu-west-1";
  private static final String BODY = "{\"Limit\":1}";
  private static final String TABLES = "{\"TableNames\":[]}";

  private static final AccessKey KEY = new AccessKey("AKIDEXAMPLE", "secret", null, null, "a");
  private static final AccessKey SESSION =
      new AccessKey("ASIAEXAMPLE", "secret", "token/+=", NOW.plusSeconds(600), "b");
  private static final Map<String, AccessKey> KEYS =
      Map.of(KEY.id(), KEY, SESSION.id(), SESSION, AccessKey.EXAMPLE.id(), AccessKey.EXAMPLE);

  private final ManualTime time = new ManualTime(NOW);
  private final MonotableEngine engine =
      MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build());
  private final Exchange exchange =
      new Exchange(
          engine,
          ExchangeConfig.standard()
              .withVerifier(
                  new KeyVerifier(KEYS::get, caller -> caller.region().equals(REGION), time)));
  private final HttpReply reply = new HttpReply();

  @AfterEach
  void close() {
    engine.close();
  }

  private String send(ReceivedText request) {
    exchange.handle(request, reply);
    String body = new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
    assertThat(reply.status()).isEqualTo(body.contains("__type") ? 400 : 200);
    return body;
  }

  private static String error(String type, String message) {
    return "{\"__type\":\"com.amazon.coral.service#"
        + type
        + "\",\"message\":\""
        + message.replace("\n", "\\n")
        + "\"}";
  }

  private static String invalid(String message) {
    return error("InvalidSignatureException", message);
  }

  private static String unrecognized(String message) {
    return error("UnrecognizedClientException", message);
  }

  private static String mismatch(String canonical, String scope) {
    return invalid(
        "The request signature we calculated does not match the signature you provided. Check your"
            + " AWS Secret Access Key and signing method. Consult the service documentation for"
            + " details.\n\nThe Canonical String for this request should have been\n'"
            + canonical
            + "'\n\nThe String-to-Sign should have been\n'AWS4-HMAC-SHA256\n"
            + TIME
            + "\n"
            + scope
            + "\n"
            + Sha256.hex(canonical)
            + "'\n");
  }

  /** A request to list tables that can be changed before and after it is signed. */
  private static ReceivedText unsigned(String path) {
    return new ReceivedText("POST", path)
        .header("Host", "localhost:8000")
        .header("Content-Type", "application/x-amz-json-1.0")
        .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
        .body(BODY);
  }

  private static ReceivedText signed(AccessKey key, String at) {
    return sign(unsigned("/").header("X-Amz-Date", at), key, key.secret(), at);
  }

  private static ReceivedText sign(ReceivedText request, AccessKey key, String secret, String at) {
    String headers =
        request.header("x-amz-security-token") == null
            ? "content-type;host;x-amz-date;x-amz-target"
            : "content-type;host;x-amz-date;x-amz-security-token;x-amz-target";
    return sign(request, key.id(), secret, at, headers);
  }

  private static ReceivedText sign(
      ReceivedText request, String id, String secret, String at, String headers) {
    SigningKey derived = new SigningKey(secret, at.substring(0, 8), REGION, "dynamodb");
    String canonical = CanonicalRequest.of(request, headers);
    return request.header(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential="
            + id
            + "/"
            + derived.scope()
            + ", SignedHeaders="
            + headers
            + ", Signature="
            + derived.sign(derived.stringToSign(at, Sha256.hex(canonical))));
  }

  private static String canonical(String... lines) {
    return String.join("\n", lines);
  }

  @Nested
  class Keys {
    @Test
    void aRequestThatAKeySignedIsAnswered() {
      assertThat(send(signed(KEY, TIME))).isEqualTo(TABLES);
      assertThat(send(signed(AccessKey.EXAMPLE, TIME))).isEqualTo(TABLES);
    }

    @Test
    void anUnknownKeyIsRejected() {
      AccessKey other = new AccessKey("AKIDOTHER", "secret", null, null, "c");

      assertThat(send(signed(other, TIME)))
          .isEqualTo(unrecognized("The security token included in the request is invalid."));
    }

    @Test
    void anUnsignedRequestIsRejected() {
      assertThat(send(unsigned("/")))
          .isEqualTo(
              error(
                  "MissingAuthenticationTokenException",
                  "Request is missing Authentication Token"));
    }

    @Test
    void invalidJsonIsReportedBeforeTheSignature() {
      assertThat(send(unsigned("/").body("{")))
          .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
    }

    @Test
    void temporaryCredentialsNeedTheirToken() {
      assertThat(send(session(SESSION, SESSION.sessionToken()))).isEqualTo(TABLES);
      assertThat(send(session(SESSION, null)))
          .isEqualTo(unrecognized("The security token included in the request is invalid."));
      assertThat(send(session(SESSION, "another")))
          .isEqualTo(unrecognized("The security token included in the request is invalid"));
      assertThat(send(session(KEY, "one too many")))
          .isEqualTo(unrecognized("The security token included in the request is invalid"));
    }

    @Test
    void temporaryCredentialsExpire() {
      time.advance(Duration.ofSeconds(599));
      assertThat(send(session(SESSION, SESSION.sessionToken()))).isEqualTo(TABLES);

      time.advance(Duration.ofSeconds(1));
      assertThat(send(session(SESSION, SESSION.sessionToken())))
          .isEqualTo(
              error(
                  "ExpiredTokenException",
                  "The security token included in the request is expired"));
    }

    private ReceivedText session(AccessKey key, @Nullable String token) {
      ReceivedText request = unsigned("/").header("X-Amz-Date", TIME);
      if (token != null) {
        request.header("X-Amz-Security-Token", token);
      }
      return sign(request, key, key.secret(), TIME);
    }
  }

  @Nested
  class Signatures {
    private static final String SCOPE = "20261010/eu-west-1/dynamodb/aws4_request";
    private static final String HEADERS =
        "content-type:application/x-amz-json-1.0\nhost:localhost:8000\nx-amz-date:"
            + TIME
            + "\nx-amz-target:DynamoDB_20120810.ListTables\n\n"
            + "content-type;host;x-amz-date;x-amz-target\n";

    @Test
    void anotherSecretIsRejectedWithTheCanonicalRequest() {
      ReceivedText request =
          sign(unsigned("/").header("X-Amz-Date", TIME), KEY, "another secret", TIME);

      assertThat(send(request))
          .isEqualTo(mismatch(canonical("POST", "/", "", HEADERS + Sha256.hex(BODY)), SCOPE));
    }

    @Test
    void anotherBodyIsRejected() {
      assertThat(send(signed(KEY, TIME).body("{}")))
          .isEqualTo(mismatch(canonical("POST", "/", "", HEADERS + Sha256.hex("{}")), SCOPE));
    }

    @Test
    void anUnsignedBodyIsRejected() {
      String headers = "host;x-amz-content-sha256";
      ReceivedText request =
          unsigned("/")
              .header("X-Amz-Date", TIME)
              .header("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD");
      String expected = CanonicalRequest.of(request, headers);
      String unsigned = expected.replace(Sha256.hex(BODY), "UNSIGNED-PAYLOAD");
      SigningKey key = new SigningKey("secret", "20261010", REGION, "dynamodb");
      request.header(
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"
              + SCOPE
              + ", SignedHeaders="
              + headers
              + ", Signature="
              + key.sign(key.stringToSign(TIME, Sha256.hex(unsigned))));

      assertThat(send(request)).isEqualTo(mismatch(expected, SCOPE));
    }

    @Test
    void asymmetricSignaturesAreRejected() {
      ReceivedText request =
          unsigned("/")
              .header("X-Amz-Date", TIME)
              .header("X-Amz-Region-Set", "*")
              .header(
                  "Authorization",
                  "AWS4-ECDSA-P256-SHA256 Credential=AKIDEXAMPLE/20261010/dynamodb/aws4_request,"
                      + " SignedHeaders=host, Signature=3045");

      assertThat(send(request))
          .isEqualTo(
              error(
                  "IncompleteSignatureException",
                  "Unsupported AWS 'algorithm': 'AWS4-ECDSA-P256-SHA256' (only AWS4-HMAC-SHA256 for"
                      + " now). "));
    }

    @Test
    void aSignedHeaderThatIsMissingIsEmpty() {
      ReceivedText request =
          sign(
              unsigned("/").header("X-Amz-Date", TIME),
              KEY.id(),
              "another secret",
              TIME,
              "Host;x-other;HOST");

      assertThat(send(request))
          .isEqualTo(
              mismatch(
                  canonical(
                      "POST",
                      "/",
                      "",
                      "host:localhost:8000",
                      "x-other:",
                      "",
                      "host;x-other",
                      Sha256.hex(BODY)),
                  SCOPE));
    }

    @Test
    void theNumberOfSignedHeadersDoesNotMultiplyTheirLength() {
      ReceivedText request =
          unsigned("/").header("X-Amz-Date", TIME).header("x", "v".repeat(7_000));

      assertThat(CanonicalRequest.of(request, "host;" + "x;".repeat(3_500))).hasSizeLessThan(7_300);
    }

    @Test
    void aHeaderThatWasReceivedTwiceIsSignedTwice() {
      ReceivedText request =
          unsigned("/").header("X-Amz-Date", TIME).header("x", " a   b ").header("X", "c");

      assertThat(CanonicalRequest.of(request, "x")).contains("\nx:a b,c\n");
      assertThat(send(sign(request, KEY.id(), "secret", TIME, "host;x"))).isEqualTo(TABLES);
    }

    /** Each part that was signed is changed in one character, at random places. */
    @Test
    void anyChangeOfWhatWasSignedIsRejected() {
      Random random = new Random(SEED);
      List<String> names = List.of("Host", "X-Amz-Date", "X-Amz-Target", "Content-Type");
      for (int i = 0; i < 2_000; i++) {
        ReceivedText request = signed(KEY, TIME);
        int part = random.nextInt(names.size() + 2);
        if (part < names.size()) {
          request.replace(names.get(part), value -> changed(value, random));
        } else if (part == names.size()) {
          request.body(changed(BODY, random));
        } else {
          request.replace("Authorization", value -> changed(value, random));
        }
        exchange.handle(request, reply);
        assertThat(reply.status())
            .as("seed %d, request %d: %s", SEED, i, request)
            .isGreaterThanOrEqualTo(400)
            .isLessThan(500);
      }
    }

    private String changed(String text, Random random) {
      int at;
      do {
        at = random.nextInt(text.length());
      } while (text.charAt(at) == ' ' || text.charAt(at) == ','); // less white space is the same
      char old = text.charAt(at);
      char other;
      do {
        other = (char) ('0' + random.nextInt(75));
      } while (Character.toLowerCase(other) == Character.toLowerCase(old));
      return text.substring(0, at) + other + text.substring(at + 1);
    }
  }

  @Nested
  class Times {
    @Test
    void aSignatureIsValidForAQuarterOfAnHour() {
      assertThat(send(signed(KEY, "20261010T094500Z"))).isEqualTo(TABLES);
      assertThat(send(signed(KEY, "20261010T101500Z"))).isEqualTo(TABLES);
      assertThat(send(signed(KEY, "20261010T094459Z")))
          .isEqualTo(
              invalid(
                  "Signature expired: 20261010T094459Z is now earlier than 20261010T094500Z"
                      + " (20261010T100000Z - 15 min.)"));
      assertThat(send(signed(KEY, "20261010T101501Z")))
          .isEqualTo(
              invalid(
                  "Signature not yet current: 20261010T101501Z is still later than"
                      + " 20261010T101500Z (20261010T100000Z + 15 min.)"));
    }

    @Test
    void theTimeIsCheckedBeforeTheHostAndTheCredential() {
      ReceivedText request =
          unsigned("/")
              .header("X-Amz-Date", "20130301T000000Z")
              .header(
                  "Authorization", "AWS4-HMAC-SHA256 Credential=a, SignedHeaders=x, Signature=b");

      assertThat(send(request)).contains("Signature expired: 20130301T000000Z is now earlier");
    }

    @Test
    void aDateThatDoesNotExistIsInvalid() {
      assertThat(send(signed(KEY, "20261310T100000Z")))
          .isEqualTo(
              error(
                  "IncompleteSignatureException",
                  "Date must be in ISO-8601 'basic format'. Got '20261310T100000Z'. See"
                      + " http://en.wikipedia.org/wiki/ISO_8601"));
    }

    @Test
    void theHeaderDateCountsWithoutTheOther() {
      String date = "Sat, 10 Oct 2026 10:00:00 GMT";
      assertThat(
              send(sign(unsigned("/").header("Date", date), KEY.id(), "secret", TIME, "date;host")))
          .isEqualTo(TABLES);
      assertThat(
              send(sign(unsigned("/").header("Date", TIME), KEY.id(), "secret", TIME, "date;host")))
          .isEqualTo(TABLES);
      assertThat(
              send(
                  sign(
                      unsigned("/").header("Date", "today"),
                      KEY.id(),
                      "secret",
                      TIME,
                      "date;host")))
          .contains("IncompleteSignatureException")
          .contains("Got 'today'");
    }
  }

  @Test
  void theWholeScopeIsChecked() {
    ReceivedText request =
        unsigned("/")
            .header("X-Amz-Date", TIME)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host, Signature=b");

    assertThat(send(request))
        .isEqualTo(
            invalid(
                "Credential should be scoped to a valid region. Credential should be scoped to"
                    + " correct service: 'dynamodb'. Credential should be scoped with a valid"
                    + " terminator: 'aws4_request', not 'e'. Date in Credential scope does not"
                    + " match YYYYMMDD from ISO-8601 version of date from HTTP: 'b' !="
                    + " '20261010', from '20261010T100000Z'."));
  }

  /** ExtendDB, measured on AWS on 16 September 2026. */
  @Test
  void anotherRegionIsRejected() {
    assertThat(send(scoped("20261010/us-east-1/dynamodb")))
        .isEqualTo(invalid("Credential should be scoped to a valid region. "));
    assertThat(send(scoped("20261010/us-east-1/s3")))
        .isEqualTo(
            invalid(
                "Credential should be scoped to a valid region. Credential should be scoped to"
                    + " correct service: 'dynamodb'. "));
  }

  @Test
  void onlyTheWholeDayIsTheDay() {
    for (String day : List.of("", "2", "2026", "2026101", "20261010T", "20261009")) {
      assertThat(send(scoped(day + "/eu-west-1/dynamodb")))
          .isEqualTo(
              invalid(
                  "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date"
                      + " from HTTP: '"
                      + day
                      + "' != '20261010', from '20261010T100000Z'."));
    }
  }

  private static ReceivedText scoped(String scope) {
    return unsigned("/")
        .header("X-Amz-Date", TIME)
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"
                + scope
                + "/aws4_request, SignedHeaders=host, Signature=b");
  }

  /** The values are those of Amazon S3's page on the header {@code x-amz-content-sha256}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
        "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
        "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD",
        "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER",
        "STREAMING-AWS4-HMAC-SHA256-EVENTS",
        "streaming-other"
      })
  void aBodyInSignedChunksIsRejected(String form) {
    ReceivedText plain = unsigned("/").header("X-Amz-Content-Sha256", form);
    assertThat(send(plain)).contains("MissingAuthenticationTokenException");
    String chunks = "b;chunk-signature=" + "0".repeat(64) + "\r\n" + BODY + "\r\n";
    for (String encoding : new String[] {null, "aws-chunked", "gzip,aws-chunked", "AWS-Chunked"}) {
      for (String body : List.of(BODY, chunks, "")) {
        ReceivedText request =
            unsigned("/").header("X-Amz-Date", TIME).header("X-Amz-Content-Sha256", form);
        if (encoding != null) {
          request.header("Content-Encoding", encoding);
        }
        assertThat(send(sign(request.body(body), KEY, "secret", TIME)))
            .as("%s %s", encoding, body)
            .isEqualTo(
                invalid(
                    "The request signature we calculated does not match the signature you"
                        + " provided. Check your AWS Secret Access Key and signing method."
                        + " Consult the service documentation for details."));
      }
    }
  }

  @Nested
  class Presigned {
    private static final String SCOPE = "20261010%2Feu-west-1%2Fdynamodb%2Faws4_request";

    private ReceivedText presigned(AccessKey key, String more, String secret) {
      String query =
          "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential="
              + key.id()
              + "%2F"
              + SCOPE
              + "&X-Amz-Date="
              + TIME
              + "&X-Amz-Expires=60&X-Amz-SignedHeaders=host%3Bx-amz-target"
              + more;
      SigningKey derived = new SigningKey(secret, "20261010", REGION, "dynamodb");
      String canonical = CanonicalRequest.of(unsigned("/?" + query), "host;x-amz-target");
      String signature = derived.sign(derived.stringToSign(TIME, Sha256.hex(canonical)));
      return unsigned("/?" + query + "&X-Amz-Signature=" + signature);
    }

    @Test
    void aRequestThatWasSignedInAdvanceIsAnswered() {
      assertThat(send(presigned(KEY, "", "secret"))).isEqualTo(TABLES);
      assertThat(send(presigned(SESSION, "&X-Amz-Security-Token=token%2F%2B%3D", "secret")))
          .isEqualTo(TABLES);
      assertThat(send(presigned(SESSION, "", "secret")))
          .isEqualTo(unrecognized("The security token included in the request is invalid."));
    }

    @Test
    void aWrongSignatureIsRejected() {
      assertThat(send(presigned(KEY, "", "another")))
          .contains("InvalidSignatureException")
          .contains(
              "'POST\\n/\\nX-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE%2F"
                  + SCOPE
                  + "&X-Amz-Date=20261010T100000Z&X-Amz-Expires=60&"
                  + "X-Amz-SignedHeaders=host%3Bx-amz-target\\nhost:localhost:8000\\n");
    }

    @Test
    void itIsValidAsLongAsAnyOther() {
      time.advance(Duration.ofMinutes(15));
      assertThat(send(presigned(KEY, "", "secret"))).isEqualTo(TABLES);

      time.advance(Duration.ofSeconds(1));
      assertThat(send(presigned(KEY, "", "secret")))
          .isEqualTo(
              invalid(
                  "Signature expired: 20261010T100000Z is now earlier than 20261010T100001Z"
                      + " (20261010T101501Z - 15 min.)"));
    }
  }

  @Test
  void theDerivedKeysAreBounded() {
    SigningKeys keys = new SigningKeys("dynamodb");
    SigningKey first = keys.get("secret", "20261010", "region-0");
    for (int i = 0; i < 3 * SigningKeys.MAX; i++) {
      keys.get("secret", "20261010", "region-" + i);
      assertThat(keys.size()).isLessThanOrEqualTo(SigningKeys.MAX);
    }

    assertThat(keys.get("secret", "20261010", "region-0").sign("a")).isEqualTo(first.sign("a"));
  }

  @Test
  void aKeyDoesNotShowItsSecrets() {
    assertThat(SESSION.toString()).isEqualTo("ASIAEXAMPLE (b)");
  }

  @Test
  void eachIssuedKeyHasItsOwnSecret() {
    IssuedSecrets secrets = new IssuedSecrets();

    assertThat(secrets.of("MTDBA")).hasSize(40).isEqualTo(secrets.of("MTDBA"));
    assertThat(secrets.of("MTDBB")).isNotEqualTo(secrets.of("MTDBA"));
    assertThat(new IssuedSecrets().of("MTDBA")).isNotEqualTo(secrets.of("MTDBA"));
  }
}
