package dev.monotable.control.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.snapshot.Snapshot;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests uploads of objects in parts over HTTP. */
class BucketUploadsTest extends BucketFixture {
  private static final int PART = 5 << 20;

  private static String list(String... tags) {
    StringBuilder list = new StringBuilder("<CompleteMultipartUpload xmlns=\"x\">");
    for (int i = 0; i < tags.length; i++) {
      list.append("<Part><ETag>").append(tags[i].replace("\"", "&quot;")).append("</ETag>");
      list.append("<PartNumber>").append(i + 1).append("</PartNumber></Part>");
    }
    return list + "</CompleteMultipartUpload>";
  }

  @Test
  void anObjectIsUploadedInParts() throws Exception {
    byte[] first = new byte[PART];
    Arrays.fill(first, (byte) 'a');
    String id = begin("/files/a", "x-amz-meta-color", "red", "x-amz-checksum-algorithm", "CRC32");
    String one = part("/files/a", id, 1, first);
    String two = part("/files/a", id, 2, "end".getBytes(UTF_8));
    assertThat(keys("")).isEmpty();
    HttpResponse<byte[]> completed =
        send("POST", "/files/a?uploadId=" + id, list(one, two).getBytes(UTF_8));
    HttpResponse<byte[]> got = send("GET", "/files/a", new byte[0], "Range", "bytes=-4");

    assertThat(completed.statusCode()).isEqualTo(200);
    assertThat(element(new String(completed.body(), UTF_8), "ETag")).endsWith("-2&quot;");
    assertThat(element(new String(completed.body(), UTF_8), "ChecksumCRC32")).endsWith("-2");
    assertThat(answer(got)).isEqualTo("206 aend");
    assertThat(got.headers().firstValue("x-amz-meta-color")).hasValue("red");
    assertThat(answer("POST", "/files/a?uploadId=" + id, list(one, two)))
        .startsWith("404 NoSuchUpload: ");
  }

  @Test
  void anUploadIsAPartOfTheDatabase() throws Exception {
    String id = begin("/files/a");
    String tag = part("/files/a", id, 1, "1".getBytes(UTF_8));
    Database original = databases.find(new Caller.Client("any", "us-east-1")).database();
    Snapshot data = original.engine().snapshot();
    Database fork = databases.fork(original.home(), data, NewDatabase.DEFAULT);
    assertThat(answer("DELETE", "/files/a?uploadId=" + id, "")).isEqualTo("204");
    assertThat(part("/files/a", id, 1, "1".getBytes(UTF_8))).startsWith("404 NoSuchUpload: ");

    HttpResponse<byte[]> inFork =
        send(request(fork.id(), "POST", "/files/a?uploadId=" + id, list(tag).getBytes(UTF_8)));
    assertThat(inFork.statusCode()).isEqualTo(200);
    assertThat(answer(send(request(fork.id(), "GET", "/files/a", new byte[0])))).isEqualTo("200 1");
    assertThat(answer("GET", "/files/a", "")).startsWith("404 NoSuchKey");
  }

  @Test
  void theListOfPartsIsChecked() throws Exception {
    String id = begin("/files/a");
    String one = part("/files/a", id, 1, "1".getBytes(UTF_8));
    String two = part("/files/a", id, 2, "2".getBytes(UTF_8));
    String path = "/files/a?uploadId=" + id;

    assertThat(answer("POST", path, list(one, two)))
        .isEqualTo(
            "400 EntityTooSmall: Your proposed upload is smaller than the minimum allowed size");
    assertThat(answer("POST", path, list(two))).startsWith("400 InvalidPart: ");
    assertThat(answer("POST", path, list(one).replace(">1<", ">3<")))
        .startsWith("400 InvalidPart: ");
    assertThat(answer("POST", path, list(one, one).replace(">2<", ">1<")))
        .startsWith("400 InvalidPartOrder: ");
    for (String xml :
        List.of("", "{}", list(), list(one) + "x", list(one).replace("</Part>", ""), "<Part>")) {
      assertThat(answer("POST", path, xml)).as(xml).startsWith("400 MalformedXML: ");
    }
    for (String number : List.of("0", "10001", "x")) {
      assertThat(answer("PUT", "/files/a?partNumber=" + number + "&uploadId=" + id, "1"))
          .isEqualTo(
              "400 InvalidArgument: Part number must be an integer between 1 and 10000, inclusive");
    }
    assertThat(part("/files/a", id, 10_000, "1".getBytes(UTF_8))).isEqualTo(one);
    assertThat(part("/files/b", id, 1, "1".getBytes(UTF_8))).startsWith("404 NoSuchUpload: ");
  }
}
