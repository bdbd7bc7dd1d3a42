package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationTableDetail;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.schema.Structure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An export, an import or a bulk operation. Nothing in the state changes when it ends: its
 * description follows from the clock.
 *
 * @param description an {@link ExportDescription}, {@link ImportTableDescription} or {@link
 *     BulkOperationDescription}: the one with which it ends, if {@code dueAt} is known; otherwise
 *     the one with which it began, for a bulk operation with what it has done
 * @param dueAt when it ends; null while its files are read or written
 * @param caller the access key of the client that began it, if policies restrict it and {@code
 *     dueAt} is not known; otherwise null
 * @param progress of a bulk operation that has not ended; null otherwise
 */
public record TransferState(
    Structure description,
    @Nullable Instant dueAt,
    @Nullable String caller,
    @Nullable BulkProgress progress) {
  /** The part of the ARN of a bulk operation after that of its table. */
  public static final String OF_TABLE = "/bulk-operation/";

  /** Creates an export, an import, or a bulk operation that has ended. */
  public TransferState(Structure description, @Nullable Instant dueAt, @Nullable String caller) {
    this(description, dueAt, caller, null);
  }

  /** The kinds of transfers, in the order of their codes, which never changes. */
  public enum Kind {
    EXPORT,
    IMPORT,
    BULK_PUT;

    /** Returns the key of a transfer in {@link DatabaseState#transfers}. */
    public byte[] key(String id) {
      byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
      byte[] key = new byte[1 + bytes.length];
      key[0] = (byte) ordinal();
      System.arraycopy(bytes, 0, key, 1, bytes.length);
      return key;
    }
  }

  /** Returns whether this is an export, an import or a bulk operation. */
  public Kind kind() {
    return description instanceof ExportDescription
        ? Kind.EXPORT
        : description instanceof ImportTableDescription ? Kind.IMPORT : Kind.BULK_PUT;
  }

  /** Returns whether the transfer has not ended at a time. */
  public boolean isInProgress(Instant now) {
    return dueAt == null || now.isBefore(dueAt);
  }

  /** Returns the description of an export. */
  public ExportDescription export() {
    return (ExportDescription) description;
  }

  /** Returns the description of an import. */
  public ImportTableDescription imported() {
    return (ImportTableDescription) description;
  }

  /** Returns the description of a bulk operation. */
  public BulkOperationDescription bulk() {
    return (BulkOperationDescription) description;
  }

  /** Returns the table of a bulk operation. */
  public BulkOperationTableDetail bulkTable() {
    return Objects.requireNonNull(bulk().tableDetails()).get(0);
  }

  /** Returns the ARN. */
  public String arn() {
    return String.valueOf(
        switch (kind()) {
          case EXPORT -> export().exportArn();
          case IMPORT -> imported().importArn();
          case BULK_PUT -> bulk().bulkOperationArn();
        });
  }

  /** Returns the last part of the ARN, which begins with the time at which the transfer began. */
  public String id() {
    return arn().substring(arn().lastIndexOf('/') + 1);
  }

  /** Returns the ARN of the table. */
  public String tableArn() {
    return String.valueOf(
        switch (kind()) {
          case EXPORT -> export().tableArn();
          case IMPORT -> imported().tableArn();
          case BULK_PUT -> arn().substring(0, arn().indexOf(OF_TABLE));
        });
  }

  /** Returns the ID of the table. */
  public String tableId() {
    return String.valueOf(
        switch (kind()) {
          case EXPORT -> export().tableId();
          case IMPORT -> imported().tableId();
          case BULK_PUT -> bulkTable().tableId();
        });
  }

  /** Returns the client token of the request, or null. */
  public @Nullable String token() {
    return switch (kind()) {
      case EXPORT -> export().clientToken();
      case IMPORT -> imported().clientToken();
      case BULK_PUT -> bulk().clientToken();
    };
  }

  /** Returns when the transfer began. */
  public Instant startTime() {
    Instant time =
        switch (kind()) {
          case EXPORT -> export().startTime();
          case IMPORT -> imported().startTime();
          case BULK_PUT -> bulk().startTime();
        };
    return time == null ? Instant.EPOCH : time;
  }

  /** Adds a transfer, in place of an earlier state of it. */
  public PersistentTree<TransferState> addTo(PersistentTree<TransferState> transfers) {
    return transfers.with(kind().key(id()), this);
  }
}
