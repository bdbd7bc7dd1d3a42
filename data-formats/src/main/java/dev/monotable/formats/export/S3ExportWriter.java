package dev.monotable.formats.export;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table in the layout of a full export to S3: {@code AWSDynamoDB/ID/} with the manifests,
 * their checksums, and data files that are compressed with gzip. The same items at the same time
 * give the same bytes. See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html">DynamoDB
 * table export output format</a>.
 */
public final class S3ExportWriter {
  private static final String PREFIX = "AWSDynamoDB";

  private final Path directory;
  private final String key;
  private final String id;
  private final ItemFormat format;
  private final String tableArn;
  private final @Nullable String tableId;
  private final Instant time;
  private final List<DataFile> files = new ArrayList<>();

  /** A data file that is complete. */
  private record DataFile(String name, long items, byte[] md5) {
    String line(String key) {
      // S3's entity tag of an object that was uploaded in one part.
      String etag = HexFormat.of().formatHex(digest(md5)) + "-1";
      return "{\"itemCount\":"
          + items
          + ",\"md5Checksum\":\""
          + Base64.getEncoder().encodeToString(md5)
          + "\",\"etag\":\""
          + etag
          + "\",\"dataFileS3Key\":\""
          + key
          + "/data/"
          + name
          + "\"}\n";
    }
  }

  /**
   * Begins an export.
   *
   * @param parent the directory that gets the directory {@code AWSDynamoDB}
   * @param format DynamoDB JSON or Ion
   * @param time the time of the export
   */
  public S3ExportWriter(
      Path parent, ItemFormat format, String tableArn, @Nullable String tableId, Instant time)
      throws IOException {
    if (format == ItemFormat.CSV) {
      throw new IllegalArgumentException("an export to S3 is DynamoDB JSON or Ion");
    }
    this.format = format;
    this.tableArn = tableArn;
    this.tableId = tableId;
    this.time = time;
    String hash = HexFormat.of().formatHex(digest(utf8(tableArn + time)));
    this.id = String.format(Locale.ROOT, "%014d-%s", time.toEpochMilli(), hash.substring(0, 8));
    this.key = PREFIX + "/" + id;
    this.directory = parent.resolve(PREFIX).resolve(id);
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("_started"), "");
  }

  /** Returns the directory with the manifests. */
  public Path directory() {
    return directory;
  }

  /** Begins a data file; it is listed when it is closed. */
  public ItemOutput next(int number) throws IOException {
    String name = String.format(Locale.ROOT, "%05d%s.gz", number, format.s3Suffix());
    DigestOutputStream digest =
        new DigestOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(directory.resolve("data").resolve(name))),
            md5());
    OutputStream compressed = FileCompression.GZIP.compress(digest);
    return new Output(name, digest.getMessageDigest(), format.open(compressed, List.of()));
  }

  private synchronized void add(DataFile file) {
    files.add(file);
  }

  private final class Output implements ItemOutput {
    private final String name;
    private final MessageDigest digest;
    private final ItemOutput out;
    private long items;

    Output(String name, MessageDigest digest, ItemOutput out) {
      this.name = name;
      this.digest = digest;
      this.out = out;
    }

    @Override
    public void write(Item item) throws IOException {
      out.write(item);
      items++;
    }

    @Override
    public void close() throws IOException {
      out.close();
      add(new DataFile(name, items, digest.digest()));
    }
  }

  /**
   * Writes the manifests, after all data files are closed.
   *
   * @return the number of items
   */
  public long finish() throws IOException {
    files.sort((left, right) -> left.name().compareTo(right.name()));
    StringBuilder list = new StringBuilder();
    long items = 0;
    for (DataFile file : files) {
      list.append(file.line(key));
      items += file.items();
    }
    manifest("manifest-files", list.toString());
    manifest("manifest-summary", summary(items));
    return items;
  }

  private String summary(long items) {
    return "{\"version\":\"2020-06-30\",\"exportArn\":\""
        + quoted(tableArn)
        + "/export/"
        + id
        + "\",\"startTime\":\""
        + time
        + "\",\"endTime\":\""
        + time
        + "\",\"tableArn\":\""
        + quoted(tableArn)
        + "\",\"tableId\":"
        + (tableId == null ? "null" : "\"" + quoted(tableId) + "\"")
        + ",\"exportTime\":\""
        + time
        + "\",\"s3Bucket\":null,\"s3Prefix\":null,\"s3SseAlgorithm\":null,\"s3SseKmsKeyId\":null,"
        + "\"manifestFilesS3Key\":\""
        + key
        + "/manifest-files.json\",\"billedSizeBytes\":0,\"itemCount\":"
        + items
        + ",\"outputFormat\":\""
        + format
        + "\"}\n";
  }

  /** Returns a text of the endpoint as the content of a JSON string. */
  private static String quoted(String text) {
    return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  private void manifest(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name + ".json"), content);
    Files.writeString(
        directory.resolve(name + ".checksum"),
        Base64.getEncoder().encodeToString(digest(utf8(content))));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] digest(byte[] bytes) {
    return md5().digest(bytes);
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
