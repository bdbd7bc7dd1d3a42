package dev.monotable.access.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.ManualTime;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import dev.monotable.json.RequestSignature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the signatures of requests to Amazon S3 with AWS's published examples.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Signature
 *     calculations for the Authorization header</a>
 */
class ObjectSignaturesTest {
  private static final String TIME = "20130524T000000Z";
  private static final Caller.Client CLIENT =
      new Caller.Client(AccessKey.EXAMPLE.id(), "us-east-1");

  private final KeyVerifier verifier =
      new KeyVerifier(
              id -> id.equals(AccessKey.EXAMPLE.id()) ? AccessKey.EXAMPLE : null,
              caller -> true,
              new ManualTime(Instant.parse("2013-05-24T00:00:00Z")))
          .ofObjects();

  private static ReceivedText signed(ReceivedText request, String headers, String signature) {
    return request
        .header("x-amz-date", TIME)
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders="
                + headers
                + ",Signature="
                + signature);
  }

  private RequestSignature verify(ReceivedText request) {
    RequestSignature signature = RequestSignature.of(request);
    verifier.verify(request, signature, CLIENT, TIME);
    return signature;
  }

  @ParameterizedTest
  @CsvSource({
    "/?lifecycle, fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    "/?max-keys=2&prefix=J, 34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
  })
  void aRequestForABucketHasTheSignatureOfTheExample(String path, String signature) {
    ReceivedText request =
        new ReceivedText("GET", path)
            .header("Host", "examplebucket.s3.amazonaws.com")
            .header("x-amz-content-sha256", Sha256.hex(""));

    assertThat(verify(signed(request, "host;x-amz-content-sha256;x-amz-date", signature)).inQuery())
        .isFalse();
  }

  @Test
  void anObjectHasTheSignatureOfTheExampleHoweverItsKeyIsEncoded() {
    for (String path : List.of("/test$file.text", "/test%24file.text")) {
      ReceivedText request =
          new ReceivedText("PUT", path)
              .header("Host", "examplebucket.s3.amazonaws.com")
              .header("Date", "Fri, 24 May 2013 00:00:00 GMT")
              .header("x-amz-storage-class", "REDUCED_REDUNDANCY")
              .header("x-amz-content-sha256", Sha256.hex("Welcome to Amazon S3."))
              .body("Welcome to Amazon S3.");
      String headers = "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class";
      String signature = "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd";

      assertThat(verify(signed(request, headers, signature)).signature()).isEqualTo(signature);
    }
  }

  @Test
  void anUrlThatWasSignedInAdvanceHasTheSignatureOfTheExample() {
    ReceivedText request =
        new ReceivedText(
                "GET",
                "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                    + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2F"
                    + "aws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400"
                    + "&X-Amz-SignedHeaders=host&X-Amz-Signature="
                    + "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
            .header("Host", "examplebucket.s3.amazonaws.com");

    assertThat(verify(request).inQuery()).isTrue();
  }

  private static ReceivedText chunked(String hash) {
    return new ReceivedText("PUT", "/examplebucket/chunkObject.txt")
        .header("Host", "s3.amazonaws.com")
        .header("x-amz-storage-class", "REDUCED_REDUNDANCY")
        .header("x-amz-content-sha256", hash)
        .header("Content-Encoding", "aws-chunked")
        .header("x-amz-decoded-content-length", "66560");
  }

  private static byte[] letters(int count) {
    return "a".repeat(count).getBytes(StandardCharsets.US_ASCII);
  }

  private static boolean isNext(ChunkSignatures chunks, int length, String signature) {
    return chunks.isNext(letters(length), 0, length, signature);
  }

  @Test
  void chunksHaveTheSignaturesOfTheExample() {
    ReceivedText request =
        signed(
            chunked("STREAMING-AWS4-HMAC-SHA256-PAYLOAD").header("Content-Length", "66824"),
            "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;"
                + "x-amz-decoded-content-length;x-amz-storage-class",
            "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
    ChunkSignatures chunks = verifier.chunks(verify(request), CLIENT, TIME);

    assertThat(
            isNext(
                chunks, 65536, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"))
        .isTrue();
    assertThat(
            isNext(
                chunks, 1024, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"))
        .isTrue();
    assertThat(
            isNext(chunks, 0, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"))
        .isTrue();
  }

  @Test
  void aTrailerHasTheSignatureOfTheExample() {
    ReceivedText request =
        signed(
            chunked("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER")
                .header("x-amz-trailer", "x-amz-checksum-crc32c"),
            "content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
                + "x-amz-storage-class;x-amz-trailer",
            "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
    ChunkSignatures chunks = verifier.chunks(verify(request), CLIENT, TIME);

    assertThat(
            isNext(
                chunks, 65536, "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2"))
        .isTrue();
    assertThat(
            isNext(
                chunks, 1024, "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7"))
        .isTrue();
    assertThat(
            isNext(chunks, 0, "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992"))
        .isTrue();
    assertThat(
            chunks.isOfTrailer(
                "x-amz-checksum-crc32c:sOO8/Q==\n",
                "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435"))
        .isTrue();
  }

  @Test
  void anotherHashOrChunkHasAnotherSignature() {
    String seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
    ReceivedText request = signed(chunked("UNSIGNED-PAYLOAD"), "host;x-amz-date", seed);
    ChunkSignatures chunks = verifier.chunks(RequestSignature.of(request), CLIENT, TIME);

    assertThatThrownBy(() -> verify(request)).isInstanceOf(DynamoException.class);
    assertThat(
            isNext(
                chunks, 65535, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"))
        .isFalse();
  }
}
