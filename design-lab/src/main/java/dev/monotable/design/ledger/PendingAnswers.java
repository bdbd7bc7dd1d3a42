package dev.monotable.design.ledger;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers that a client has to continue: pages with a LastEvaluatedKey, unprocessed keys, and
 * errors that are to be retried. Each is kept until a request continues it, or until there are too
 * many. Not thread-safe.
 */
final class PendingAnswers {
  private static final Set<ErrorCode> RETRIED =
      Set.of(
          ErrorCode.PROVISIONED_THROUGHPUT_EXCEEDED,
          ErrorCode.REQUEST_LIMIT_EXCEEDED,
          ErrorCode.THROTTLING,
          ErrorCode.TRANSACTION_CONFLICT,
          ErrorCode.TRANSACTION_IN_PROGRESS);

  /**
   * Cancellation reasons that are temporary. AWS lists the reasons of all actions in the message of
   * a TransactionCanceledException; a recording keeps the message only.
   */
  private static final Pattern RETRIED_REASON =
      Pattern.compile("[\\[ ](TransactionConflict|ThrottlingError|ProvisionedThroughputExceeded)");

  private final Map<Page, ShapeCounter> pages;
  private final Map<UnprocessedKey, ShapeCounter> keys;
  private final Map<Failure, ShapeCounter> failures;
  private final Overflow manyAnswers;

  /** Where a page of a table or index ended. */
  private record Page(String table, @Nullable String index, Map<String, AttributeValue> after) {}

  /** A request that failed and should be repeated. */
  private record Failure(String operation, List<String> tables, @Nullable String test) {}

  PendingAnswers(int most) {
    this.pages = bounded(most, counter -> counter.incomplete--);
    this.keys = bounded(most, this::forgetKey);
    this.failures = bounded(most, counter -> counter.throttled--);
    this.manyAnswers =
        new Overflow(
            most,
            "answers that have to be continued or repeated are awaited at a time",
            "answer, taken as complete");
  }

  /**
   * Returns a map that forgets its oldest answer when it is full. Nobody knows whether that would
   * have been continued, so it counts as complete.
   */
  private <K> Map<K, ShapeCounter> bounded(int most, Consumer<ShapeCounter> forget) {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, ShapeCounter> eldest) {
        boolean full = size() > most;
        if (full) {
          manyAnswers.add();
          forget.accept(eldest.getValue());
        }
        return full;
      }
    };
  }

  private void forgetKey(ShapeCounter counter) {
    int others = 0;
    for (ShapeCounter each : keys.values()) {
      others += each == counter ? 1 : 0;
    }
    if (others == 1) {
      counter.unprocessed--;
    }
  }

  /** Adds a sentence if answers were forgotten. */
  void addOmissions(List<String> omissions) {
    manyAnswers.addTo(omissions);
  }

  /** Counts a page as the continuation of an earlier one, and as incomplete if it is. */
  void page(PageRead page, boolean failed, ShapeCounter counter) {
    Item start = page.startKey();
    if (start != null) {
      ShapeCounter before = pages.remove(new Page(page.table(), page.index(), start.toMap()));
      if (before != null) {
        before.followed++;
      }
    }
    Item end = page.lastEvaluatedKey();
    if (end != null && !failed) {
      counter.incomplete++;
      pages.put(new Page(page.table(), page.index(), end.toMap()), counter);
    }
  }

  /**
   * Counts a batch that repeats unprocessed keys, and its own unprocessed keys.
   *
   * @param counter of the first action of the batch
   */
  void batch(ObservedRequest request, List<UnprocessedKey> unprocessed, ShapeCounter counter) {
    String operation = request.operation().name();
    List<UnprocessedKey> touched = new ArrayList<>(unprocessed);
    for (RequestPart part : request.parts()) {
      Item key =
          part instanceof ItemRead read
              ? read.key()
              : part instanceof ItemWritten written ? written.key() : null;
      if (key != null) {
        touched.add(new UnprocessedKey(operation, part.table(), key.toMap()));
      }
    }
    for (UnprocessedKey key : touched) {
      ShapeCounter before = keys.remove(key);
      if (before != null) {
        before.retried++;
        keys.values().removeIf(other -> other == before);
      }
    }
    if (request.unprocessed() > 0) {
      counter.unprocessed++;
      for (UnprocessedKey key : unprocessed) {
        keys.put(key, counter);
      }
    }
  }

  /** Counts a request that repeats a failed one, and its own failure if it should be repeated. */
  void outcome(ObservedRequest request, RequestContext context, ShapeCounter of) {
    boolean retried = isRetried(request.error());
    Failure failure =
        failures.isEmpty() && !retried
            ? null
            : new Failure(request.operation().name(), request.tables(), context.test());
    if (failure == null) {
      return;
    }
    ShapeCounter before = failures.remove(failure);
    if (before != null) {
      before.repeated++;
    }
    if (retried) {
      of.throttled++;
      failures.put(failure, of);
    }
  }

  /** Returns whether an error is temporary, so that the request should be repeated. */
  private static boolean isRetried(@Nullable DynamoException error) {
    if (error == null) {
      return false;
    }
    if (error.code() == ErrorCode.TRANSACTION_CANCELED) {
      return RETRIED_REASON.matcher(String.valueOf(error.getMessage())).find();
    }
    return RETRIED.contains(error.code());
  }

  /** Replaces counters that were added to others. */
  void replace(Map<ShapeCounter, ShapeCounter> merged) {
    pages.replaceAll((page, counter) -> merged.getOrDefault(counter, counter));
    keys.replaceAll((key, counter) -> merged.getOrDefault(counter, counter));
    failures.replaceAll((failure, counter) -> merged.getOrDefault(counter, counter));
  }
}
