package dev.monotable.engine.observe;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.schema.OperationSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that an engine has handled: its input, what it read and wrote, the capacity it
 * consumed, and its result. Immutable. The methods that return lists or texts compute them at each
 * call.
 */
public interface ObservedRequest {
  /** Returns the operation. */
  OperationSchema<?, ?> operation();

  /**
   * Returns the request as the client sent it, a generated record such as {@code PutItemInput};
   * null if it could not be decoded.
   */
  @Nullable Record request();

  /**
   * Returns the response, a generated record such as {@code PutItemOutput}; null if the request
   * failed.
   */
  @Nullable Record response();

  /**
   * Returns the error response; null if the request succeeded or its connection was dropped. An
   * unexpected exception of the engine is an {@code InternalServerError} without a {@linkplain
   * DynamoException#fault() fault}.
   */
  @Nullable DynamoException error();

  /** Returns whether an injected fault dropped the connection. */
  boolean connectionDropped();

  /** Returns when the request started, by the engine's clock. */
  Instant startedAt();

  /** Returns how long the request took inside the engine, by a monotonic clock. */
  Duration duration();

  /**
   * Returns the access pattern that the client names in a header of the request, at most 200
   * characters; null if it names none, or is in process.
   */
  default @Nullable String pattern() {
    return null;
  }

  /**
   * Returns what the request read and wrote, in the order of its parts: one part for an operation
   * on one item, one page for Query, Scan and SELECT, one part for each processed key, item, action
   * or statement of a batch or a transaction. A request that failed before it reached its table has
   * none. The parts of writes that failed have an item before and none after; see {@link
   * ItemWritten#applied()}.
   */
  List<RequestPart> parts();

  /**
   * Returns the names of the tables that the request names, without repetitions, in the order of
   * the request; they need not exist. Statements are parsed for it only if they were executed.
   */
  List<String> tables();

  /** Returns the name of the index that the request reads; null for the table. */
  @Nullable String index();

  /** Returns the number of items, index entries or stream records that were read and charged. */
  default long itemsRead() {
    long items = 0;
    for (RequestPart part : parts()) {
      if (part instanceof ItemRead read) {
        items += read.item() == null ? 0 : 1;
      } else if (part instanceof PageRead page) {
        items += page.evaluated();
      } else if (part instanceof RecordsRead records) {
        items += records.returned();
      }
    }
    return items;
  }

  /**
   * Returns the number of items or stream records in the answer; with {@code Select=COUNT}, the
   * number of items counted.
   */
  default long itemsReturned() {
    if (error() != null || connectionDropped()) {
      return 0;
    }
    long items = 0;
    for (RequestPart part : parts()) {
      if (part instanceof ItemRead read) {
        items += read.item() == null ? 0 : 1;
      } else if (part instanceof PageRead page) {
        items += page.returned();
      } else if (part instanceof RecordsRead records) {
        items += records.returned();
      }
    }
    return items;
  }

  /** Returns the size of what was read, in DynamoDB's bytes, as capacity is charged for it. */
  default long bytesRead() {
    long bytes = 0;
    for (RequestPart part : parts()) {
      if (part instanceof ItemRead read) {
        bytes += read.item() == null ? 0 : read.item().size();
      } else if (part instanceof PageRead page) {
        bytes += page.bytes();
      } else if (part instanceof RecordsRead records) {
        bytes += records.bytes();
      }
    }
    return bytes;
  }

  /**
   * Returns the capacity that the request consumed, by table and index, in the order of the
   * request: the same numbers as ReturnConsumedCapacity, even if the request does not ask for them.
   */
  List<ConsumedUnits> capacity();

  /** Returns the number of unprocessed keys or items in the answer. */
  int unprocessed();

  /**
   * Returns whether the answer says that there is more to read: a LastEvaluatedKey, a NextToken,
   * the name of a last evaluated table or stream, or unprocessed keys.
   */
  boolean hasMore();

  /** Returns whether the request continues an earlier one by a start key, a token or the like. */
  boolean continues();

  /**
   * Returns the parts of the request that were throttled, in the order in which that was found. A
   * batch with such parts may have succeeded, and returns them as unprocessed.
   */
  default List<ThrottledKey> throttled() {
    return List.of();
  }

  /** Returns the fault rules that hit this request. */
  List<FaultRule> injected();

  /**
   * Returns one line for people: the operation with its table, index, key condition and result,
   * such as {@code Query Chat.GSI1 PK = "ROOM#1" and begins_with(SK, "MESSAGE#"): 3 of 12 items,
   * 9180 bytes, 1.5 read units, 0.214 ms}.
   */
  @Override
  String toString();
}
