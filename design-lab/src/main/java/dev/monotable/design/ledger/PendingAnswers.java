package dev.monotable.design.ledger;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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

  /** As many pages of a shape are kept as evidence at a time. */
  private static final int MAX_SAMPLES = 3;

  private final Map<Page, Answer> pages;
  private final Map<UnprocessedKey, Answer> keys;
  private final Map<Failure, Answer> failures;
  private final Overflow manyAnswers;

  /** The end of a page of a table or index. */
  private record Page(String table, @Nullable String index, Map<String, AttributeValue> after) {}

  /** A request that failed and should be repeated. */
  private record Failure(String operation, List<String> tables, @Nullable String test) {}

  /** An answer that has to be continued or repeated. */
  private static final class Answer {
    private final RequestTrait trait;
    private final @Nullable RequestSample sample;
    private ShapeCounter counter;

    private Answer(RequestTrait trait, ShapeCounter counter, @Nullable RequestSample sample) {
      this.trait = trait;
      this.counter = counter;
      this.sample = sample;
    }
  }

  PendingAnswers(int most) {
    this.pages = bounded(most, this::forgetPage);
    this.keys = bounded(most, this::forgetKey);
    this.failures = bounded(most, answer -> answer.counter.throttled--);
    this.manyAnswers = Bound.ANSWERS.overflow(most);
  }

  /**
   * Returns a map that forgets its oldest answer when it is full. It is not known whether that
   * would have been continued, so it counts as complete.
   */
  private <K> Map<K, Answer> bounded(int most, Consumer<Answer> forget) {
    return new RecentMap<>(
        most,
        false,
        (key, answer) -> {
          manyAnswers.add();
          forget.accept(answer);
        });
  }

  private void forgetPage(Answer page) {
    page.counter.incomplete--;
    release(page);
  }

  private void forgetKey(Answer batch) {
    int others = 0;
    for (Answer each : keys.values()) {
      others += each == batch ? 1 : 0;
    }
    if (others == 1) {
      batch.counter.unprocessed--;
    }
  }

  private static void release(Answer page) {
    if (page.sample != null) {
      page.counter.awaitedSamples--;
    }
  }

  /** Adds a sentence if answers were forgotten. */
  void addOmissions(List<String> omissions) {
    manyAnswers.addTo(omissions);
  }

  /**
   * Counts a page as the continuation of an earlier one, and as incomplete if it is.
   *
   * @param sample the page as evidence
   */
  void page(PageRead page, boolean failed, ShapeCounter counter, Supplier<RequestSample> sample) {
    Item start = page.startKey();
    if (start != null) {
      Answer before = pages.remove(new Page(page.table(), page.index(), start.toMap()));
      if (before != null) {
        before.counter.followed++;
        release(before);
      }
    }
    Item end = page.lastEvaluatedKey();
    if (end != null && !failed) {
      counter.incomplete++;
      boolean keeps = counter.awaitedSamples < MAX_SAMPLES;
      counter.awaitedSamples += keeps ? 1 : 0;
      Answer answer = new Answer(RequestTrait.NOT_CONTINUED, counter, keeps ? sample.get() : null);
      Answer same = pages.put(new Page(page.table(), page.index(), end.toMap()), answer);
      if (same != null) {
        release(same);
      }
    }
  }

  /**
   * Counts a batch that repeats unprocessed keys, and its own unprocessed keys.
   *
   * @param unprocessed finds the unprocessed keys of the batch
   * @param counter of the first action of the batch
   * @param sample the batch as evidence
   */
  void batch(
      ObservedRequest request,
      Function<ObservedRequest, List<UnprocessedKey>> unprocessed,
      ShapeCounter counter,
      Supplier<RequestSample> sample) {
    if (keys.isEmpty() && request.unprocessed() == 0) {
      return;
    }
    List<UnprocessedKey> open = unprocessed.apply(request);
    String operation = request.operation().name();
    List<UnprocessedKey> touched = new ArrayList<>(open);
    for (RequestPart part : request.parts()) {
      Item key = PartText.keyOf(part);
      if (key != null) {
        touched.add(new UnprocessedKey(operation, part.table(), key.toMap()));
      }
    }
    for (UnprocessedKey key : touched) {
      Answer before = keys.remove(key);
      if (before != null) {
        before.counter.retried++;
        keys.values().removeIf(other -> other == before);
      }
    }
    if (request.unprocessed() > 0) {
      counter.unprocessed++;
      Answer answer = new Answer(RequestTrait.NOT_RETRIED, counter, sample.get());
      for (UnprocessedKey key : open) {
        keys.put(key, answer);
      }
    }
  }

  /**
   * Counts a request that repeats a failed one, and its own failure if it should be repeated.
   *
   * @param sample the request as evidence
   */
  void outcome(
      ObservedRequest request,
      RequestContext context,
      ShapeCounter of,
      Supplier<RequestSample> sample) {
    boolean retried = isRetried(request.error());
    Failure failure =
        failures.isEmpty() && !retried
            ? null
            : new Failure(request.operation().name(), request.tables(), context.test());
    if (failure == null) {
      return;
    }
    Answer before = failures.remove(failure);
    if (before != null) {
      before.counter.repeated++;
    }
    if (retried) {
      of.throttled++;
      failures.put(failure, new Answer(RequestTrait.NOT_REPEATED, of, sample.get()));
    }
  }

  /** Returns the answers that nothing has continued or repeated yet, by the counter they are of. */
  Map<ShapeCounter, Map<RequestTrait, List<RequestSample>>> open() {
    Set<Answer> answers = new LinkedHashSet<>(pages.values());
    answers.addAll(keys.values());
    answers.addAll(failures.values());
    Map<ShapeCounter, Map<RequestTrait, List<RequestSample>>> open = new HashMap<>();
    for (Answer answer : answers) {
      if (answer.sample != null) {
        open.computeIfAbsent(answer.counter, counter -> new EnumMap<>(RequestTrait.class))
            .computeIfAbsent(answer.trait, trait -> new ArrayList<>())
            .add(answer.sample);
      }
    }
    return open;
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
    for (Map<?, Answer> answers : List.of(pages, keys, failures)) {
      for (Answer answer : answers.values()) {
        answer.counter = merged.getOrDefault(answer.counter, answer.counter);
      }
    }
  }
}
