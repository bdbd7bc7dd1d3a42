package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.model.ExportDescription;
import dev.monotable.value.Item;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The content of an export. It does not change while the table is written to. */
@Experimental
public interface ExportSource {
  /** Returns the export as it begins: the bucket, the prefix, the format, the times. */
  ExportDescription description();

  /** Returns the rights of the caller on the objects to be written. */
  ObjectRights rights();

  /** Returns when the export ends. */
  Instant endTime();

  /** Passes all items of a full export, in the order of a Scan. */
  void items(ItemConsumer consumer) throws IOException;

  /** Passes all changed items of an incremental export, in the order of a Scan. */
  void changes(ChangeConsumer consumer) throws IOException;

  /** Receives the items of a full export. */
  @FunctionalInterface
  interface ItemConsumer {
    /** Receives an item. */
    void accept(Item item) throws IOException;
  }

  /** Receives the changed items of an incremental export. */
  @FunctionalInterface
  interface ChangeConsumer {
    /** Receives a change. */
    void accept(Change change) throws IOException;
  }

  /**
   * A changed item of an incremental export.
   *
   * @param writtenAt the time of its last write
   * @param keys its primary key
   * @param newImage the item at the end of the period; null if it was deleted
   * @param oldImage the item at the begin of the period; null if it was inserted
   */
  record Change(Instant writtenAt, Item keys, @Nullable Item newImage, @Nullable Item oldImage) {
    /** Returns the time of the last write in microseconds since 1970. */
    public long writtenMicros() {
      return writtenAt.getEpochSecond() * 1_000_000 + writtenAt.getNano() / 1_000;
    }
  }
}
