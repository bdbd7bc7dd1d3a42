package dev.monotable.control.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.request.Caller;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the buckets of a database over HTTP, without verified signatures. */
class BucketServiceTest extends BucketFixture {
  @Test
  void anObjectIsReadAsItWasWritten() throws Exception {
    HttpResponse<byte[]> put =
        send(
            "PUT",
            "/files/a%20b/%C3%BC+1",
            "hello".getBytes(UTF_8),
            "Content-Type",
            "text/plain",
            "x-amz-meta-Color",
            "red",
            "x-amz-checksum-crc32",
            "NhCmhg==");
    HttpResponse<byte[]> got =
        send("GET", "/files/a%20b/%C3%BC%2B1", new byte[0], "x-amz-checksum-mode", "ENABLED");
    HttpResponse<byte[]> head = send("HEAD", "/files/a%20b/%C3%BC+1", new byte[0]);

    String tag = "\"5d41402abc4b2a76b9719d911017c592\"";
    assertThat(put.statusCode() + put.headers().firstValue("ETag").orElse(""))
        .isEqualTo("200" + tag);
    assertThat(answer(got)).isEqualTo("200 hello");
    assertThat(values(got))
        .isEqualTo(
            Map.of(
                "accept-ranges",
                "bytes",
                "content-length",
                "5",
                "content-type",
                "text/plain",
                "etag",
                tag,
                "last-modified",
                "Sat, 28 Nov 2026 12:00:00 GMT",
                "x-amz-checksum-crc32",
                "NhCmhg==",
                "x-amz-checksum-type",
                "FULL_OBJECT",
                "x-amz-meta-color",
                "red"));
    assertThat(values(head)).containsEntry("content-length", "5").containsEntry("etag", tag);
    assertThat(head.body()).isEmpty();
    assertThat(answer("DELETE", "/files/a%20b/%C3%BC+1", "")).isEqualTo("204");
    assertThat(answer("DELETE", "/files/a%20b/%C3%BC+1", "")).isEqualTo("204");
    assertThat(answer("GET", "/files/a%20b/%C3%BC+1", ""))
        .isEqualTo("404 NoSuchKey: The specified key does not exist.");
  }

  private static Map<String, String> values(HttpResponse<byte[]> response) {
    Map<String, String> values = new TreeMap<>();
    response.headers().map().forEach((name, all) -> values.put(name, String.join(",", all)));
    values.keySet().removeAll(List.of("connection", "date", "server"));
    return values;
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=1-2, 206 el bytes 1-2/5",
    "bytes=3-, 206 lo bytes 3-4/5",
    "bytes=-2, 206 lo bytes 3-4/5",
    "bytes=0-99, 206 hello bytes 0-4/5",
    "items=1-2, 200 hello ",
    "'bytes=0-1,3-4', 200 hello ",
    "bytes=5-, 416 InvalidRange: The requested range is not satisfiable ",
    "bytes=-0, 416 InvalidRange: The requested range is not satisfiable "
  })
  void aRangeOfAnObjectIsRead(String range, String expected) throws Exception {
    send("PUT", "/files/a", "hello".getBytes(UTF_8));
    HttpResponse<byte[]> got = send("GET", "/files/a", new byte[0], "Range", range);

    assertThat((answer(got) + ' ' + got.headers().firstValue("Content-Range").orElse("")).strip())
        .isEqualTo(expected.strip());
  }

  @Test
  void conditionsOnTheEntityTagAreChecked() throws Exception {
    send("PUT", "/files/a", "hello".getBytes(UTF_8));
    String tag = "\"5d41402abc4b2a76b9719d911017c592\"";

    assertThat(answer("GET", "/files/a", "", "If-Match", tag)).isEqualTo("200 hello");
    assertThat(answer("GET", "/files/a", "", "If-None-Match", "\"other\"")).isEqualTo("200 hello");
    assertThat(answer("GET", "/files/a", "", "If-None-Match", tag)).isEqualTo("304");
    assertThat(answer("GET", "/files/a", "", "If-Match", "\"other\""))
        .isEqualTo(
            "412 PreconditionFailed: At least one of the pre-conditions you specified did not"
                + " hold");
  }

  @Test
  void aBucketExistsOnceItIsCreatedOrWritten() throws Exception {
    String missing = "404 NoSuchBucket: The specified bucket does not exist";
    assertThat(answer("GET", "/files?list-type=2", "")).isEqualTo(missing);
    assertThat(answer("DELETE", "/files/a", "")).isEqualTo(missing);
    assertThat(answer("HEAD", "/files", "")).isEqualTo("404");
    assertThat(answer("PUT", "/files", "")).isEqualTo("200");
    assertThat(answer("PUT", "/files/", "")).isEqualTo("200");
    assertThat(answer("HEAD", "/files", "")).isEqualTo("200");
    assertThat(answer("PUT", "/others/a", "1")).isEqualTo("200");
    assertThat(answer("HEAD", "/others", "")).isEqualTo("200");
    assertThat(answer("PUT", "/Files_1", ""))
        .isEqualTo("400 InvalidBucketName: The specified bucket is not valid.");
  }

  @Test
  void keysAreListedInPagesAndFolders() throws Exception {
    for (String key : List.of("a/1", "a/2", "b", "c%3C&d/1", "c%3C&d/2", "e/1", "f")) {
      send("PUT", "/files/" + key, "1".getBytes(UTF_8));
    }
    List<String> pages = new ArrayList<>();
    String token = "";
    do {
      String page =
          new String(
              send("GET", "/files?list-type=2&delimiter=%2F&max-keys=2" + token, new byte[0])
                  .body(),
              UTF_8);
      pages.add(elements(page, "Key") + " " + elements(page, "Prefix") + element(page, "KeyCount"));
      token =
          element(page, "IsTruncated").equals("true")
              ? "&continuation-token=" + element(page, "NextContinuationToken")
              : "";
    } while (!token.isEmpty());

    assertThat(pages).isEqualTo(List.of("[b] [, a/]2", "[] [, c&lt;&amp;d/, e/]2", "[f] []1"));
    assertThat(keys("&prefix=c&encoding-type=url")).isEqualTo(List.of("c%3C%26d/1", "c%3C%26d/2"));
    assertThat(keys("&start-after=c%3C%26d/1")).isEqualTo(List.of("c&lt;&amp;d/2", "e/1", "f"));
    assertThat(keys("&max-keys=0")).isEqualTo(List.of());
    assertThat(answer("GET", "/files?list-type=2&max-keys=x", ""))
        .startsWith("400 InvalidArgument: ");
    assertThat(answer("GET", "/files?list-type=2&continuation-token=%25", ""))
        .isEqualTo("400 InvalidArgument: The continuation token provided is incorrect");
  }

  @Test
  void aPageHasAtMost1000Keys() throws Exception {
    for (int i = 0; i < 1001; i++) {
      assertThat(
              databases
                  .find(new Caller.Client("any", "us-east-1"))
                  .engine()
                  .buckets()
                  .put("files", "k" + i, new byte[0], Map.of()))
          .isTrue();
    }

    assertThat(keys("&max-keys=5000")).hasSize(1000);
  }

  private static byte[] chunked(String trailer, String... chunks) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String chunk : chunks) {
      out.writeBytes(
          (Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n").getBytes(UTF_8));
    }
    out.writeBytes(("0\r\n" + trailer + "\r\n").getBytes(UTF_8));
    return out.toByteArray();
  }

  private String putChunked(byte[] body, String length, String trailer) throws Exception {
    return answer(
        send(
            "PUT",
            "/files/a",
            body,
            "x-amz-content-sha256",
            "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
            "Content-Encoding",
            "gzip,aws-chunked",
            "x-amz-decoded-content-length",
            length,
            "x-amz-trailer",
            trailer));
  }

  @ParameterizedTest
  @CsvSource({
    "crc32, NhCmhg==",
    "crc32c, mnG7TA==",
    "crc64nvme, M3eFcAZSQlc=",
    "sha1, qvTGHdzF6KLavt4PO0gs2a6pQ00=",
    "sha256, LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="
  })
  void aTrailingChecksumIsChecked(String algorithm, String value) throws Exception {
    String name = "x-amz-checksum-" + algorithm;

    assertThat(putChunked(chunked(name + ":" + value + "\r\n", "hel", "lo"), "5", name))
        .isEqualTo("200");
    HttpResponse<byte[]> got =
        send("GET", "/files/a", new byte[0], "x-amz-checksum-mode", "ENABLED");
    assertThat(answer(got)).isEqualTo("200 hello");
    assertThat(got.headers().firstValue(name)).hasValue(value);
    assertThat(got.headers().firstValue("content-encoding")).hasValue("gzip");
    assertThat(putChunked(chunked(name + ":" + value + "\r\n", "hello"), "5", name))
        .isEqualTo("200");
    assertThat(putChunked(chunked(name + ":" + value + "\r\n", "hallo"), "5", name))
        .isEqualTo(
            "400 BadDigest: The "
                + algorithm.toUpperCase(Locale.ROOT)
                + " you specified did not match the calculated checksum.");
    assertThat(putChunked(chunked(name + ":x\r\n", "hello"), "5", name))
        .isEqualTo("400 InvalidRequest: Value for " + name + " header is invalid.");
  }

  @Test
  void aBodyInChunksIsComplete() throws Exception {
    String name = "x-amz-checksum-crc32";
    byte[] body = chunked(name + ":NhCmhg==\r\n", "hello");
    String incomplete = "400 IncompleteBody: The request body terminated unexpectedly";

    assertThat(putChunked(Arrays.copyOf(body, 6), "5", name)).isEqualTo(incomplete);
    assertThat(putChunked(body, "4", name)).isEqualTo(incomplete);
    assertThat(putChunked(body, "6", name)).isEqualTo(incomplete);
    assertThat(putChunked(body, "999999999999", name)).isEqualTo(incomplete);
    assertThat(putChunked("hello".getBytes(UTF_8), "5", name)).isEqualTo(incomplete);
    assertThat(putChunked(body, "x", name)).startsWith("411 MissingContentLength: ");
    assertThat(putChunked(chunked("", "hello"), "5", name)).startsWith("400 MalformedTrailerError");
    assertThat(putChunked(body, "5", "x-amz-checksum-md5"))
        .isEqualTo("501 NotImplemented: The trailer x-amz-checksum-md5 is not implemented");
    assertThat(putChunked(chunked("x:1\r\n" + name + ":NhCmhg==\r\n", "hello"), "5", name))
        .startsWith("400 MalformedTrailerError");
    assertThat(answer("GET", "/files/a", "")).startsWith("404 ");
  }

  @Test
  void hashesInHeadersAreChecked() throws Exception {
    assertThat(answer("PUT", "/files/a", "hello", "Content-MD5", "XUFAKrxLKna5cZ2REBfFkg=="))
        .isEqualTo("200");
    assertThat(answer("PUT", "/files/a", "hallo", "Content-MD5", "XUFAKrxLKna5cZ2REBfFkg=="))
        .isEqualTo("400 BadDigest: The Content-MD5 you specified did not match what we received.");
    assertThat(answer("PUT", "/files/a", "hello", "Content-MD5", "?"))
        .isEqualTo("400 InvalidDigest: The Content-MD5 you specified was invalid.");
    assertThat(answer("PUT", "/files/a", "hello", "x-amz-content-sha256", "0".repeat(64)))
        .startsWith("400 XAmzContentSHA256Mismatch: ");
    assertThat(answer("PUT", "/files/a", "hello", "x-amz-content-sha256", "0"))
        .startsWith("400 InvalidArgument: x-amz-content-sha256 must be ");
    String ecdsa = "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD";
    assertThat(answer("PUT", "/files/a", "hello", "x-amz-content-sha256", ecdsa))
        .isEqualTo("501 NotImplemented: x-amz-content-sha256: " + ecdsa + " is not implemented");
    assertThat(
            answer(
                "PUT",
                "/files/a",
                "hello",
                "x-amz-checksum-crc32",
                "NhCmhg==",
                "x-amz-checksum-sha1",
                "qvTGHdzF6KLavt4PO0gs2a6pQ00="))
        .startsWith("400 InvalidRequest: Expecting a single x-amz-checksum- header.");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, ListBuckets",
    "DELETE, /files, DeleteBucket",
    "GET, /files, ListObjects",
    "GET, /files?location, GetBucketLocation",
    "GET, /files?analytics, ListBucketAnalyticsConfigurations",
    "GET, /files?analytics&id=a, GetBucketAnalyticsConfiguration",
    "GET, /files?uploads, ListMultipartUploads",
    "PUT, /files?versioning, PutBucketVersioning",
    "POST, /files?delete, DeleteObjects",
    "POST, /files, PostObject",
    "GET, /files/a?acl, GetObjectAcl",
    "GET, /files/a?uploadId=x, ListParts",
    "PUT, /files/a?tagging, PutObjectTagging"
  })
  void anotherOperationIsNamed(String method, String path, String name) throws Exception {
    assertThat(answer(method, path, ""))
        .isEqualTo("501 NotImplemented: The operation " + name + " is not implemented");
  }

  @Test
  void anotherHeaderOrParameterIsNamed() throws Exception {
    assertThat(answer("PUT", "/files/a", "", "x-amz-copy-source", "files/b"))
        .isEqualTo("501 NotImplemented: The operation CopyObject is not implemented");
    assertThat(answer("GET", "/files/a?versionId=1", ""))
        .isEqualTo("501 NotImplemented: The parameter 'versionId' of GetObject is not implemented");
    String header =
        "501 NotImplemented: A header you provided implies functionality that is not implemented: ";
    assertThat(answer("PUT", "/files/a", "", "x-amz-acl", "public-read"))
        .isEqualTo(header + "x-amz-acl");
    assertThat(answer("PUT", "/files/a", "", "If-None-Match", "*"))
        .isEqualTo(header + "if-none-match");
    assertThat(answer("PUT", "/files/a", "", "x-amz-checksum-md5", "x"))
        .isEqualTo(header + "x-amz-checksum-md5");
    assertThat(answer("PATCH", "/files/a", ""))
        .isEqualTo(
            "405 MethodNotAllowed: The specified method is not allowed against this resource.");
    assertThat(answer("GET", "/files/a", "", "x-amz-expected-bucket-owner", "111111111111"))
        .isEqualTo("403 AccessDenied: Access Denied");
  }

  @Test
  void aRequestHasASignatureForTheService() throws Exception {
    HttpRequest.Builder unsigned =
        HttpRequest.newBuilder(URI.create(server.endpoint() + BucketService.PATH + "/files/a"));
    assertThat(answer(send(unsigned))).isEqualTo("403 AccessDenied: Access Denied");
    assertThat(
            answer(
                send(
                    unsigned
                        .copy()
                        .header("x-amz-date", "20261128T120000Z")
                        .header(
                            "Authorization",
                            "AWS4-HMAC-SHA256"
                                + " Credential=a/20261128/us-east-1/dynamodb/aws4_request,"
                                + " SignedHeaders=host, Signature=0"))))
        .isEqualTo(
            "400 AuthorizationHeaderMalformed: The authorization header is malformed; incorrect"
                + " service &quot;dynamodb&quot;. This endpoint belongs to &quot;s3&quot;.");
    assertThat(answer(send(unsigned.copy().header("Authorization", "AWS a:b"))))
        .startsWith("400 InvalidRequest: The authorization mechanism you have provided");
    assertThat(
            answer(
                send(
                    unsigned
                        .copy()
                        .uri(
                            URI.create(
                                server.endpoint()
                                    + BucketService.PATH
                                    + "/files/a?AWSAccessKeyId=a&Signature=b&Expires=1")))))
        .startsWith("400 InvalidRequest: The authorization mechanism you have provided");
    assertThat(answer(send(request("MTDBAAAAAAAAAAAAAAAA", "GET", "/files/a", new byte[0]))))
        .isEqualTo(
            "403 InvalidAccessKeyId: The database of the access key MTDBAAAAAAAAAAAAAAAA has ended,"
                + " or never existed");
  }

  @Test
  void otherPagesAndHostsAreRejected() throws Exception {
    assertThat(answer("PUT", "/files/a", "1", "Origin", "http://example.com"))
        .startsWith("403 AccessDenied: Monotable accepts requests to this path from its own pages");
    assertThat(answer("GET", "/files/a", "", "Sec-Fetch-Site", "cross-site"))
        .startsWith("403 AccessDenied: ");
    assertThat(answer("GET", "/files/a", "")).startsWith("404 NoSuchBucket");
  }

  @Test
  void memoryAndLengthsAreBounded() throws Exception {
    byte[] half = new byte[MOST_OBJECT_BYTES / 2];
    assertThat(send("PUT", "/files/a", half).statusCode()).isEqualTo(200);
    String full = "507 InsufficientStorage: The memory for objects of the database is full";
    assertThat(answer(send("PUT", "/files/b", half))).startsWith(full);
    String id = begin("/files/c");
    assertThat(part("/files/c", id, 1, half)).startsWith(full);
    assertThat(answer("DELETE", "/files/a", "")).isEqualTo("204");
    assertThat(part("/files/c", id, 1, half)).startsWith("\"");
    assertThat(answer(send("PUT", "/files/b", half))).startsWith(full);
    assertThat(answer("DELETE", "/files/c?uploadId=" + id, "")).isEqualTo("204");
    assertThat(send("PUT", "/files/b", half).statusCode()).isEqualTo(200);

    assertThat(answer("PUT", "/files/" + "k".repeat(1024), "")).isEqualTo("200");
    assertThat(answer("PUT", "/files/" + "k".repeat(1025), ""))
        .isEqualTo("400 KeyTooLongError: Your key is too long");
    assertThat(answer("PUT", "/files/a", "", "x-amz-meta-a", "v".repeat(2047))).isEqualTo("200");
    assertThat(answer("PUT", "/files/a", "", "x-amz-meta-a", "v".repeat(2048)))
        .startsWith("400 MetadataTooLarge: ");
    hasRoom = false;
    assertThat(answer("PUT", "/files/d", "v".repeat(1 << 20))).startsWith("507 ");
  }

  @Test
  void unfinishedUploadsAreBounded() throws Exception {
    int begun = 0;
    String answer = "200";
    while (answer.startsWith("200")) {
      answer = answer("POST", "/files/a?uploads", "", "x-amz-meta-a", "v".repeat(2047));
      begun++;
      assertThat(begun).isLessThan(MOST_OBJECT_BYTES / 2048);
    }

    assertThat(answer).startsWith("507 InsufficientStorage");
  }

  @Test
  void aBodyHasABound() throws Exception {
    byte[] longer = new byte[BucketService.MAX_BODY_BYTES + 1];
    HttpResponse<byte[]> answer = send(request("PUT", "/files/a", longer).expectContinue(true));

    assertThat(answer(answer))
        .isEqualTo("400 EntityTooLarge: Your proposed upload exceeds the maximum allowed size");
  }
}
