package dev.monotable.formats.export;

import static dev.monotable.formats.export.S3ExportWriter.json;
import static dev.monotable.formats.export.S3ExportWriter.member;
import static dev.monotable.formats.export.S3ExportWriter.time;
import static dev.monotable.formats.export.S3ExportWriter.utf8;

import dev.monotable.engine.transfer.BulkReport;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.ObjectFailure;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.OutputTypeEnum;
import dev.monotable.text.FileCompression;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.util.List;
import java.util.Objects;

/**
 * The reports of a bulk operation, in a layout like that of exports: {@code AWSDynamoDB/ID/} with
 * the manifests, their checksums, and data files that are compressed with gzip. The layout of AWS
 * is not known.
 */
public final class BulkReports {
  private final S3ExportWriter.Destination destination;
  private final BulkOperationDescription operation;
  private final OutputS3Configuration output;
  private final String id;
  private final String folder;

  /** Creates the reports of an operation. */
  public BulkReports(S3ExportWriter.Destination destination, BulkOperationDescription operation) {
    this.destination = destination;
    this.operation = operation;
    this.output = Objects.requireNonNull(operation.outputS3Configuration());
    String arn = Objects.requireNonNull(operation.bulkOperationArn());
    this.id = arn.substring(arn.lastIndexOf('/') + 1);
    this.folder = S3ExportWriter.root(output.s3KeyPrefix()) + id + '/';
  }

  /** Returns the bucket of the reports. */
  public String bucket() {
    return Objects.requireNonNull(output.s3Bucket());
  }

  /** Returns whether an object is one of the reports. */
  public boolean has(String key) {
    return key.startsWith(folder);
  }

  /** Writes the object that says that the operation has begun. */
  public void begin() throws TransferException {
    write(() -> create(folder + "_started").close());
  }

  private OutputStream create(String key) throws IOException {
    return destination.create(key);
  }

  /** Returns a report as a line of JSON. */
  public static byte[] line(BulkReport report) {
    StringBuilder line = new StringBuilder("{");
    member(line, "Type", json(report.type().wire()));
    member(line, "S3Key", json(report.key()));
    member(line, "RecordNumber", String.valueOf(report.record()));
    if (report.message() != null) {
      member(line, "ErrorMessage", json(report.message()));
    }
    if (report.item() != null) {
      member(line, "Item", new String(report.item().json(), StandardCharsets.UTF_8));
    }
    if (report.existing() != null) {
      member(line, "ExistingItem", new String(report.existing().json(), StandardCharsets.UTF_8));
    }
    return utf8(line.append("}\n").toString());
  }

  /**
   * Writes a file of reports.
   *
   * @param number that of the file in the operation
   * @return the entry of the file in the manifest
   */
  public byte[] write(OutputTypeEnum type, int number, List<byte[]> lines)
      throws TransferException {
    String key = folder + "data/" + S3ExportWriter.name(id, number) + ".json.gz";
    StringBuilder entry = new StringBuilder();
    write(
        () -> {
          DigestOutputStream digest = new DigestOutputStream(create(key), S3ExportWriter.md5());
          try (OutputStream out = FileCompression.GZIP.compress(digest)) {
            for (byte[] line : lines) {
              out.write(line);
            }
          }
          entry.append(S3ExportWriter.file(lines.size(), digest.getMessageDigest().digest(), key));
        });
    return utf8("{\"outputType\":" + json(type.wire()) + ',' + entry + "}\n");
  }

  /**
   * Writes the manifests.
   *
   * @param files the entries of {@link #write}
   */
  public void end(List<byte[]> files) throws TransferException {
    StringBuilder entries = new StringBuilder();
    for (byte[] file : files) {
      entries.append(new String(file, StandardCharsets.UTF_8));
    }
    write(
        () -> {
          S3ExportWriter.manifest(destination, folder + "manifest-files", entries.toString());
          S3ExportWriter.manifest(destination, folder + "manifest-summary", summary());
        });
  }

  private String summary() {
    StringBuilder summary = new StringBuilder("{");
    member(summary, "bulkOperationArn", json(operation.bulkOperationArn()));
    member(summary, "bulkOperationStatus", json(operation.bulkOperationStatus()));
    member(summary, "startTime", json(time(operation.startTime())));
    member(summary, "endTime", json(time(operation.endTime())));
    member(summary, "s3Bucket", json(output.s3Bucket()));
    member(summary, "s3KeyPrefix", json(output.s3KeyPrefix()));
    member(summary, "s3SseAlgorithm", json(output.s3SseAlgorithm()));
    member(summary, "s3SseKmsKeyId", json(output.s3SseKmsKeyId()));
    member(summary, "manifestFilesS3Key", json(folder + "manifest-files.json"));
    member(summary, "processedItemCount", String.valueOf(operation.processedItemCount()));
    member(summary, "failedItemCount", String.valueOf(operation.failedItemCount()));
    return summary.append("}\n").toString();
  }

  /** Writes objects. */
  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void write(Writing writing) throws TransferException {
    try {
      writing.run();
    } catch (ObjectFailure e) {
      throw e.failure();
    } catch (IOException e) {
      throw ObjectStore.denied("the bucket '" + bucket() + "' cannot be written", e);
    }
  }
}
