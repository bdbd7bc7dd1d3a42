package dev.monotable.formats.export;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.engine.transfer.ExportedFiles;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.IncrementalExportSpecification;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes an export in the layout of exports to S3: {@code AWSDynamoDB/ID/} with the manifests,
 * their checksums, and data files that are compressed with gzip. The data files of incremental
 * exports are in {@code AWSDynamoDB/data/}. The same items at the same time give the same bytes.
 * See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html">DynamoDB
 * table export output format</a>.
 */
public final class S3ExportWriter {
  private static final String ROOT = "AWSDynamoDB/";

  /** The times of manifests have milliseconds. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Destination destination;
  private final ExportDescription description;
  private final Instant endTime;
  private final ItemFormat format;
  private final String folder;
  private final String dataFolder;
  private final String id;

  /** The lines of the manifest, by the numbers of the data files. */
  private final TreeMap<Integer, String> lines = new TreeMap<>();

  private long items;

  /** The place to which objects are written. */
  @FunctionalInterface
  public interface Destination {
    /** Creates an object, which is complete when the stream is closed. */
    OutputStream create(String key) throws IOException;
  }

  /**
   * Begins an export.
   *
   * @param description the ARN of the export and the table, the times, the format, and the prefix
   *     of all keys
   * @param endTime of the export
   */
  public S3ExportWriter(Destination destination, ExportDescription description, Instant endTime)
      throws IOException {
    this.destination = destination;
    this.description = description;
    this.endTime = endTime;
    this.format = ItemFormat.valueOf(Objects.requireNonNull(description.exportFormat()));
    if (format == ItemFormat.CSV) {
      throw new IllegalArgumentException("an export to S3 is DynamoDB JSON or Ion");
    }
    String arn = Objects.requireNonNull(description.exportArn());
    this.id = arn.substring(arn.lastIndexOf('/') + 1);
    String root = root(description.s3Prefix());
    this.folder = root + id + '/';
    this.dataFolder = (isIncremental() ? root : folder) + "data/";
    destination.create(folder + "_started").close();
  }

  /** Returns the beginning of the keys of all objects of exports and reports with a prefix. */
  public static String root(@Nullable String prefix) {
    return prefix == null || prefix.isEmpty() || prefix.endsWith("/")
        ? Objects.requireNonNullElse(prefix, "") + ROOT
        : prefix + '/' + ROOT;
  }

  private boolean isIncremental() {
    return description.incrementalExportSpecification() != null;
  }

  /** Returns the ID of an export of a table at a time: the same for the same table and time. */
  public static String id(String tableArn, Instant time) {
    String hash = HexFormat.of().formatHex(md5().digest(utf8(tableArn + time)));
    return String.format(Locale.ROOT, "%014d-%s", time.toEpochMilli(), hash.substring(0, 8));
  }

  /** Begins a data file; it is listed when it is closed. */
  public ItemOutput next(int number) throws IOException {
    String key = dataFolder + name(id, number) + format.s3Suffix() + ".gz";
    DigestOutputStream digest = new DigestOutputStream(destination.create(key), md5());
    OutputStream compressed = FileCompression.GZIP.compress(digest);
    return new Output(number, key, digest.getMessageDigest(), format.open(compressed, List.of()));
  }

  /** Returns the name of a data file: 26 letters and digits, as those of AWS. */
  static String name(String id, int number) {
    byte[] hash = md5().digest(utf8(id + '-' + number));
    StringBuilder name = new StringBuilder(26);
    int bits = 0;
    int count = 0;
    for (byte each : hash) {
      bits = bits << 8 | each & 0xff;
      count += 8;
      while (count >= 5) {
        count -= 5;
        name.append("abcdefghijklmnopqrstuvwxyz234567".charAt(bits >> count & 31));
      }
      bits &= (1 << count) - 1;
    }
    return name.append("abcdefghijklmnopqrstuvwxyz234567".charAt(bits << 5 - count & 31))
        .toString();
  }

  /** Returns the members of a file in the manifest. */
  static String file(long count, byte[] md5, String key) {
    // S3's entity tag of an object that was uploaded in one part.
    String etag = HexFormat.of().formatHex(md5().digest(md5)) + "-1";
    return "\"itemCount\":"
        + count
        + ",\"md5Checksum\":\""
        + Base64.getEncoder().encodeToString(md5)
        + "\",\"etag\":\""
        + etag
        + "\",\"dataFileS3Key\":"
        + json(key);
  }

  private synchronized void add(int number, String line, long count) {
    lines.put(number, line);
    items += count;
  }

  private final class Output implements ItemOutput {
    private final int number;
    private final String key;
    private final MessageDigest digest;
    private final ItemOutput out;
    private long count;

    Output(int number, String key, MessageDigest digest, ItemOutput out) {
      this.number = number;
      this.key = key;
      this.digest = digest;
      this.out = out;
    }

    @Override
    public void write(Item item) throws IOException {
      out.write(item);
      count++;
    }

    @Override
    public void write(ExportSource.Change change) throws IOException {
      out.write(change);
      count++;
    }

    @Override
    public void close() throws IOException {
      out.close();
      add(number, '{' + file(count, digest.digest(), key) + "}\n", count);
    }
  }

  /** Writes the manifests, after all data files are closed. */
  public ExportedFiles finish() throws IOException {
    manifest("manifest-files", String.join("", lines.values()));
    manifest("manifest-summary", summary());
    return new ExportedFiles(folder + "manifest-summary.json", items);
  }

  private String summary() {
    IncrementalExportSpecification period = description.incrementalExportSpecification();
    StringBuilder summary = new StringBuilder("{");
    member(summary, "version", json(period == null ? "2020-06-30" : "2023-08-01"));
    member(summary, "exportArn", json(description.exportArn()));
    member(summary, "startTime", json(time(description.startTime())));
    member(summary, "endTime", json(time(endTime)));
    member(summary, "tableArn", json(description.tableArn()));
    member(summary, "tableId", json(description.tableId()));
    if (period == null) {
      member(summary, "exportTime", json(time(description.exportTime())));
    } else {
      member(summary, "exportFromTime", json(time(period.exportFromTime())));
      member(summary, "exportToTime", json(time(period.exportToTime())));
    }
    member(summary, "s3Bucket", json(description.s3Bucket()));
    member(summary, "s3Prefix", json(description.s3Prefix()));
    member(summary, "s3SseAlgorithm", json(description.s3SseAlgorithm()));
    member(summary, "s3SseKmsKeyId", json(description.s3SseKmsKeyId()));
    member(summary, "manifestFilesS3Key", json(folder + "manifest-files.json"));
    Long billed = description.billedSizeBytes();
    member(summary, "billedSizeBytes", String.valueOf(billed == null ? 0 : billed));
    member(summary, "itemCount", String.valueOf(items));
    member(summary, "outputFormat", json(format.name()));
    if (period != null) {
      member(summary, "outputView", json(period.exportViewType()));
    }
    member(summary, "exportType", json(period == null ? "FULL_EXPORT" : "INCREMENTAL_EXPORT"));
    return summary.append("}\n").toString();
  }

  static void member(StringBuilder object, String name, String value) {
    object.append(object.length() == 1 ? "\"" : ",\"").append(name).append("\":").append(value);
  }

  static String time(@Nullable Instant time) {
    return TIME.format(Objects.requireNonNull(time));
  }

  static String json(@Nullable String text) {
    return text == null
        ? "null"
        : '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private void manifest(String name, String content) throws IOException {
    manifest(destination, folder + name, content);
  }

  /** Writes a manifest and its checksum. */
  static void manifest(Destination destination, String key, String content) throws IOException {
    write(destination, key + ".json", content);
    write(
        destination, key + ".md5", Base64.getEncoder().encodeToString(md5().digest(utf8(content))));
  }

  private static void write(Destination destination, String key, String content)
      throws IOException {
    try (OutputStream out = destination.create(key)) {
      out.write(utf8(content));
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
