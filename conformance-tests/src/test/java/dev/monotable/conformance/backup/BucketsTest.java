package dev.monotable.conformance.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Program;
import dev.monotable.conformance.Program.Result;
import dev.monotable.conformance.PythonInterpreter;
import dev.monotable.conformance.Server;
import dev.monotable.conformance.ServerProcess;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Tests the buckets that a server has in its memory with the default settings of the SDKs for Java
 * and Python, without and with verified signatures. The code in Python is in {@code
 * src/test/python}.
 */
@Tag("slow")
@Timeout(3000)
@Execution(ExecutionMode.CONCURRENT)
class BucketsTest {
  private static final Path SOURCES = Path.of("src", "test", "python");
  private static final String NO_AUTH = "--no-console"; // changes nothing here
  private static final String AUTH = "--auth=sigv4 --example-key";

  @BeforeEach
  void requireMonotable() {
    assumeFalse(Server.isForeign(), "the buckets belong to the server");
  }

  private static S3Client client(ServerProcess server) {
    return S3Client.builder()
        .endpointOverride(URI.create(server.endpoint() + "/_monotable/s3"))
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .httpClient(UrlConnectionHttpClient.create())
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(
                    "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")))
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {NO_AUTH, AUTH})
  void objectsAreWrittenAndReadByTheSdkForJava(String options) {
    byte[] large = new byte[1 << 20];
    Arrays.fill(large, (byte) 'x');
    try (ServerProcess server = ServerProcess.start(options.split(" "));
        S3Client s3 = client(server)) {
      s3.createBucket(b -> b.bucket("files"));
      s3.headBucket(b -> b.bucket("files"));
      s3.putObject(
          b -> b.bucket("files").key("a b/ü+1").metadata(Map.of("color", "red")),
          RequestBody.fromBytes(large));
      s3.putObject(
          b -> b.bucket("files").key("stream"),
          RequestBody.fromInputStream(new ByteArrayInputStream(large), large.length));
      for (ChecksumAlgorithm each :
          List.of(
              ChecksumAlgorithm.CRC32,
              ChecksumAlgorithm.CRC32_C,
              ChecksumAlgorithm.SHA1,
              ChecksumAlgorithm.SHA256)) {
        s3.putObject(
            b -> b.bucket("files").key("sum/" + each).checksumAlgorithm(each),
            RequestBody.fromString("x"));
      }

      assertThat(s3.getObjectAsBytes(b -> b.bucket("files").key("a b/ü+1")).asByteArray())
          .isEqualTo(large);
      assertThat(s3.getObjectAsBytes(b -> b.bucket("files").key("stream")).asByteArray())
          .isEqualTo(large);
      assertThat(s3.headObject(b -> b.bucket("files").key("a b/ü+1")).metadata())
          .isEqualTo(Map.of("color", "red"));
      assertThat(s3.listObjectsV2(b -> b.bucket("files")).contents().stream().map(S3Object::key))
          .containsExactly(
              "a b/ü+1", "stream", "sum/CRC32", "sum/CRC32C", "sum/SHA1", "sum/SHA256");
      s3.deleteObject(b -> b.bucket("files").key("stream"));
      assertThatThrownBy(() -> s3.getObjectAsBytes(b -> b.bucket("files").key("stream")))
          .isInstanceOf(NoSuchKeyException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {NO_AUTH, AUTH})
  void anObjectIsUploadedInPartsByTheSdkForJava(String options) {
    byte[] part = new byte[5 << 20];
    try (ServerProcess server = ServerProcess.start(options.split(" "));
        S3Client s3 = client(server)) {
      String id = s3.createMultipartUpload(b -> b.bucket("files").key("a")).uploadId();
      String first =
          s3.uploadPart(
                  b -> b.bucket("files").key("a").uploadId(id).partNumber(1),
                  RequestBody.fromBytes(part))
              .eTag();
      String last =
          s3.uploadPart(
                  b -> b.bucket("files").key("a").uploadId(id).partNumber(2),
                  RequestBody.fromString("end"))
              .eTag();
      s3.completeMultipartUpload(
          b ->
              b.bucket("files")
                  .key("a")
                  .uploadId(id)
                  .multipartUpload(
                      m ->
                          m.parts(
                              CompletedPart.builder().partNumber(1).eTag(first).build(),
                              CompletedPart.builder().partNumber(2).eTag(last).build())));

      assertThat(
              s3.getObjectAsBytes(b -> b.bucket("files").key("a").range("bytes=-4")).asByteArray())
          .isEqualTo(new byte[] {0, 'e', 'n', 'd'});
    }
  }

  @Test
  void objectsAreWrittenAndReadByTheSdkForPython() throws Exception {
    python(Path.of("target", "python-buckets"), NO_AUTH);
  }

  @Test
  void signedObjectsAreWrittenAndReadByTheSdkForPython() throws Exception {
    python(Path.of("target", "python-signed-buckets"), AUTH);
  }

  private static void python(Path directory, String options) throws Exception {
    Program python = new Program(SOURCES, directory);
    python.requireVersion("python3", "--version");
    python.copy(List.of("requirements.txt", "buckets.py"));
    try (ServerProcess server = ServerProcess.start(options.split(" "))) {
      Result tests =
          python
              .with("MONOTABLE_ENDPOINT", server.endpoint().toString())
              .run(900, PythonInterpreter.find(python, "boto3"), "buckets.py");

      assertThat(tests.exitCode()).as(tests.output()).isZero();
      assertThat(tests.output()).contains("Ran 6 tests", "OK");
    }
  }
}
