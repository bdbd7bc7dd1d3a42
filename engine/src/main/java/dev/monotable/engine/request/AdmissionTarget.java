package dev.monotable.engine.request;

import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/** The reads or writes of a request, or of one part of it. */
public interface AdmissionTarget {
  /** Returns the name of the table. */
  String tableName();

  /** Returns the ARN of the table. */
  String tableArn();

  /** Returns the name of the index that is read; null for the table, and for a write. */
  @Nullable String index();

  /**
   * Returns the item or key; of a Query, the attributes that its key condition compares with {@code
   * =}. Null if the request is on no single item or item collection.
   */
  @Nullable Item subject();

  /**
   * Returns the values of the partition key in the table, or in the index that is read; null if the
   * request is on no single item or item collection.
   */
  @Nullable Item partitionKey();

  /** Returns whether the item is written, or tested by a condition check. */
  boolean isWrite();

  /** Returns whether a read is strongly consistent or transactional. */
  boolean consistent();

  /** Returns whether a write can create an item or make one larger. */
  boolean addsData();
}
