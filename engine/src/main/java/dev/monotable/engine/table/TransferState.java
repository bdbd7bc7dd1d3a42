package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.schema.Structure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An export or import. Nothing in the state changes when it ends: its description follows from the
 * clock.
 *
 * @param description an {@link ExportDescription} or {@link ImportTableDescription}: the one with
 *     which it ends, if {@code dueAt} is known; otherwise the one with which it began
 * @param dueAt when it ends; null while its files are read or written
 * @param caller the access key of the client that began it, if policies restrict it and {@code
 *     dueAt} is not known; otherwise null
 */
public record TransferState(
    Structure description, @Nullable Instant dueAt, @Nullable String caller) {
  /** The two kinds of transfers, in the order of their codes, which never changes. */
  public enum Kind {
    EXPORT,
    IMPORT;

    /** Returns the key of a transfer in {@link DatabaseState#transfers}. */
    public byte[] key(String id) {
      byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
      byte[] key = new byte[1 + bytes.length];
      key[0] = (byte) ordinal();
      System.arraycopy(bytes, 0, key, 1, bytes.length);
      return key;
    }
  }

  /** Returns whether this is an export or an import. */
  public Kind kind() {
    return description instanceof ExportDescription ? Kind.EXPORT : Kind.IMPORT;
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

  /** Returns the ARN. */
  public String arn() {
    return String.valueOf(kind() == Kind.EXPORT ? export().exportArn() : imported().importArn());
  }

  /** Returns the last part of the ARN, which begins with the time at which the transfer began. */
  public String id() {
    return arn().substring(arn().lastIndexOf('/') + 1);
  }

  /** Returns the ARN of the table. */
  public String tableArn() {
    return String.valueOf(kind() == Kind.EXPORT ? export().tableArn() : imported().tableArn());
  }

  /** Returns the ID of the table. */
  public String tableId() {
    return String.valueOf(kind() == Kind.EXPORT ? export().tableId() : imported().tableId());
  }

  /** Returns the client token of the request, or null. */
  public @Nullable String token() {
    return kind() == Kind.EXPORT ? export().clientToken() : imported().clientToken();
  }

  /** Returns when the transfer began. */
  public Instant startTime() {
    Instant time = kind() == Kind.EXPORT ? export().startTime() : imported().startTime();
    return time == null ? Instant.EPOCH : time;
  }

  /** Adds a transfer, in place of an earlier state of it. */
  public PersistentTree<TransferState> addTo(PersistentTree<TransferState> transfers) {
    return transfers.with(kind().key(id()), this);
  }
}
