package dev.monotable.formats;

import dev.monotable.engine.request.ObjectAccess;
import dev.monotable.engine.transfer.BulkRecords;
import dev.monotable.engine.transfer.BulkReport;
import dev.monotable.engine.transfer.BulkSource;
import dev.monotable.engine.transfer.DatabaseBuckets;
import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.engine.transfer.ExportedFiles;
import dev.monotable.engine.transfer.ImportSource;
import dev.monotable.engine.transfer.ImportTarget;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TableFiles;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.DatabaseObjects;
import dev.monotable.formats.bucket.ObjectFailure;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.formats.bucket.PermittedObjects;
import dev.monotable.formats.export.BulkReports;
import dev.monotable.formats.export.ItemOutput;
import dev.monotable.formats.export.S3ExportWriter;
import dev.monotable.formats.item.BulkObjectRecords;
import dev.monotable.formats.item.ImportedObject;
import dev.monotable.model.BulkOperationInputFormat;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.InputS3Configuration;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.OutputTypeEnum;
import dev.monotable.model.S3BucketSource;
import dev.monotable.text.FileCompression;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads imports and bulk operations from buckets, and writes exports and reports to them. */
public final class BucketFiles implements TableFiles {
  /** The files of databases that have their buckets in their memory, before they have one. */
  private static final BucketFiles IN_MEMORY = new BucketFiles(DatabaseObjects.NONE);

  private final ObjectStore store;

  /** Returns the files of databases that have their buckets in their memory. */
  public static TableFiles inMemory() {
    return IN_MEMORY;
  }

  /** Creates the files of databases that use these buckets. */
  public BucketFiles(ObjectStore store) {
    this.store = store;
  }

  @Override
  public TableFiles of(DatabaseBuckets buckets) {
    return this == IN_MEMORY ? new BucketFiles(new DatabaseObjects(buckets)) : this;
  }

  @Override
  public void read(ImportSource source, ImportTarget target) throws TransferException {
    ImportTableDescription description = source.description();
    S3BucketSource bucket = Objects.requireNonNull(description.s3BucketSource());
    String prefix = bucket.s3KeyPrefix() == null ? "" : bucket.s3KeyPrefix();
    ObjectStore permitted =
        new PermittedObjects(
            store,
            source.rights(),
            ObjectAccess.Place.ofSource(bucket.s3Bucket(), prefix, bucket.s3BucketOwner()));
    List<StoredObject> objects = permitted.list(bucket.s3Bucket(), prefix, source.maxObjects());
    if (objects.size() > source.maxObjects()) {
      throw new TransferException(
          "ImportObjectLimitExceeded",
          "The number of S3 objects exceeds the limit of " + source.maxObjects());
    }
    for (StoredObject object : objects) {
      String key = object.key();
      try (InputStream bytes = permitted.read(bucket.s3Bucket(), key)) {
        read(bytes, key, description, target);
      } catch (ObjectFailure e) {
        throw e.failure();
      } catch (IOException e) {
        throw ObjectStore.denied("the object '" + key + "' cannot be read", e);
      }
    }
  }

  /** Reads an object. One that is not compressed as declared is an error of the import. */
  private static void read(
      InputStream bytes, String key, ImportTableDescription description, ImportTarget target)
      throws TransferException, IOException {
    bytes.mark(1);
    if (bytes.read() < 0) {
      return; // such as the object _started of an export
    }
    bytes.reset();
    InputStream content;
    try {
      content = compression(description).open(bytes);
    } catch (ObjectFailure e) {
      throw e;
    } catch (IOException e) {
      target.reject("not compressed as declared: " + e.getMessage(), key, 0);
      return;
    }
    new ImportedObject(key, description, target).read(content);
  }

  private static FileCompression compression(ImportTableDescription description) {
    return compression(description.inputCompressionType());
  }

  private static FileCompression compression(@Nullable String type) {
    return FileCompression.valueOf(Objects.requireNonNullElse(type, "NONE"));
  }

  @Override
  public List<StoredObject> begin(BulkSource operation, int most) throws TransferException {
    InputS3Configuration input = input(operation);
    BulkReports reports = reports(operation);
    List<StoredObject> objects =
        new ArrayList<>(source(operation).list(input.s3Bucket(), prefix(input), most));
    if (input.s3Bucket().equals(reports.bucket())) {
      objects.removeIf(object -> reports.has(object.key())); // of an interrupted begin
    }
    reports.begin();
    return objects;
  }

  private static InputS3Configuration input(BulkSource operation) {
    return Objects.requireNonNull(operation.description().inputS3Configuration());
  }

  private static String prefix(InputS3Configuration input) {
    return input.s3KeyPrefix() == null ? "" : input.s3KeyPrefix();
  }

  private ObjectStore source(BulkSource operation) {
    InputS3Configuration input = input(operation);
    return new PermittedObjects(
        store,
        operation.rights(),
        ObjectAccess.Place.ofSource(input.s3Bucket(), prefix(input), input.s3BucketOwner()));
  }

  @Override
  public BulkRecords open(BulkSource operation, StoredObject object) throws TransferException {
    InputS3Configuration input = input(operation);
    return BulkObjectRecords.open(
        source(operation).read(input.s3Bucket(), object),
        compression(input.inputCompressionType()),
        Objects.requireNonNull(BulkOperationInputFormat.find(input.inputFormat())),
        object);
  }

  @Override
  public byte[] line(BulkReport report) {
    return BulkReports.line(report);
  }

  @Override
  public byte[] write(BulkSource operation, OutputTypeEnum type, int number, List<byte[]> lines)
      throws TransferException {
    return reports(operation).write(type, number, lines);
  }

  @Override
  public void end(BulkSource operation, List<byte[]> files) throws TransferException {
    reports(operation).end(files);
  }

  private BulkReports reports(BulkSource operation) {
    OutputS3Configuration output =
        Objects.requireNonNull(operation.description().outputS3Configuration());
    String bucket = Objects.requireNonNull(output.s3Bucket());
    ObjectStore permitted =
        new PermittedObjects(
            store,
            operation.rights(),
            ObjectAccess.Place.ofDestination(
                bucket,
                S3ExportWriter.root(output.s3KeyPrefix()),
                output.s3BucketOwner(),
                output.s3SseAlgorithm(),
                output.s3SseKmsKeyId()));
    return new BulkReports(key -> create(permitted, bucket, key), operation.description());
  }

  @Override
  public ExportedFiles write(ExportSource source) throws TransferException {
    ExportDescription description = source.description();
    String bucket = String.valueOf(description.s3Bucket());
    ObjectStore objects = new PermittedObjects(store, source.rights(), place(bucket, description));
    try {
      S3ExportWriter writer =
          new S3ExportWriter(key -> create(objects, bucket, key), description, source.endTime());
      try (DataFiles files = new DataFiles(writer)) {
        if (description.incrementalExportSpecification() == null) {
          source.items(item -> files.next().write(item));
        } else {
          source.changes(change -> files.next().write(change));
        }
      }
      return writer.finish();
    } catch (ObjectFailure e) {
      throw e.failure();
    } catch (IOException e) {
      throw ObjectStore.denied("the bucket '" + bucket + "' cannot be written", e);
    } catch (NoClassDefFoundError e) {
      throw new TransferException(
          "InternalServerError", "Ion needs com.amazon.ion:ion-java on the class path");
    }
  }

  private static ObjectAccess.Place place(String bucket, ExportDescription description) {
    return ObjectAccess.Place.ofDestination(
        bucket,
        S3ExportWriter.root(description.s3Prefix()),
        description.s3BucketOwner(),
        description.s3SseAlgorithm(),
        description.s3SseKmsKeyId());
  }

  private static OutputStream create(ObjectStore objects, String bucket, String key)
      throws ObjectFailure {
    try {
      return objects.write(bucket, key);
    } catch (TransferException e) {
      throw new ObjectFailure(e);
    }
  }

  /** The data files of an export, one after the other. */
  private static final class DataFiles implements AutoCloseable {
    private static final int MAX_ITEMS = 250_000;

    private final S3ExportWriter writer;
    private ItemOutput file;
    private int number;
    private int items;

    DataFiles(S3ExportWriter writer) throws IOException {
      this.writer = writer;
      this.file = writer.next(0);
    }

    /** Returns the file of the next item. */
    ItemOutput next() throws IOException {
      if (items == MAX_ITEMS) {
        file.close();
        number++;
        items = 0;
        file = writer.next(number);
      }
      items++;
      return file;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
