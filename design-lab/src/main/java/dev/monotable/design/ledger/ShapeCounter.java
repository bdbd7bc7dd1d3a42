package dev.monotable.design.ledger;

import dev.monotable.design.bound.Overflow;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the requests of one shape. Not thread-safe. */
final class ShapeCounter {
  /** Samples are kept for the first requests, and afterwards for the first of each test. */
  private static final int FIRST_SAMPLES = 3;

  private final Overflow manyIndexes;

  private final Map<String, Long> errors = new TreeMap<>();
  private final Map<String, Long> patterns = new TreeMap<>();
  private final Map<String, Map<IndexChange.Kind, Long>> indexChanges = new TreeMap<>();
  private final Map<Resource, double[]> units = new LinkedHashMap<>();
  private final List<RequestSample> samples = new ArrayList<>();
  private final Set<String> sampledTests = new HashSet<>();
  private final Map<RequestTrait, List<RequestSample>> byTrait = new EnumMap<>(RequestTrait.class);

  private long requests;
  private long parents;
  private long nanos;
  private long longestRun;
  private long read;
  private long returned;
  private long bytesRead;
  private long largestItems;
  private long missing;
  private long applied;
  private long created;
  private long replaced;
  private long missed;
  private long bytesWritten;
  long incomplete;
  long followed;
  long unprocessed;
  long retried;
  long throttled;
  long repeated;

  /** The number of awaited pages that are kept as evidence. */
  int awaitedSamples;

  /** A table, or one of its indexes. */
  private record Resource(String table, @Nullable String index) {}

  /**
   * Creates a counter of no requests.
   *
   * @param manyIndexes the bound of the number of indexes
   */
  ShapeCounter(Overflow manyIndexes) {
    this.manyIndexes = manyIndexes;
  }

  /** Counts a request or an action. */
  void addRequest(long ofNanos) {
    requests++;
    nanos += ofNanos;
  }

  /** Counts the batch, transaction or single request that contains actions of this shape. */
  void addParent(@Nullable String error) {
    parents++;
    if (error != null) {
      errors.merge(error, 1L, Long::sum);
    }
  }

  /** Counts a request that names an access pattern, if there is room for another name. */
  void name(String pattern, Overflow manyNames) {
    addName(pattern, 1, manyNames);
  }

  private void addName(String pattern, long count, Overflow manyNames) {
    if (manyNames.hasRoom(patterns, pattern)) {
      patterns.merge(pattern, count, Long::sum);
    }
  }

  void run(long length) {
    longestRun = Math.max(longestRun, length);
  }

  void add(RequestPart part, boolean failed) {
    if (part instanceof ItemRead item) {
      int found = item.item() == null ? 0 : 1;
      read += found;
      returned += failed ? 0 : found;
      missing += 1 - found;
      bytesRead += item.item() == null ? 0 : item.item().size();
      largestItems = Math.max(largestItems, failed ? 0 : found);
      addUnits(item.table(), null, item.units(), 0);
    } else if (part instanceof PageRead page) {
      read += page.evaluated();
      returned += failed ? 0 : page.returned();
      bytesRead += page.bytes();
      largestItems = Math.max(largestItems, failed ? 0 : page.returned());
      addUnits(page.table(), page.index(), page.units(), 0);
      addUnits(page.table(), null, page.fetchedUnits(), 0);
    } else if (part instanceof ItemWritten written) {
      add(written);
    }
  }

  private void add(ItemWritten written) {
    if (written.applied()) {
      applied++;
      missed += written.before() == null && written.after() == null ? 1 : 0;
      if (written.after() != null) {
        bytesWritten += written.after().size();
        created += written.before() == null ? 1 : 0;
        boolean put = written.writeKind() == ItemWritten.WriteKind.PUT;
        replaced += put && written.before() != null ? 1 : 0;
      }
    }
    addUnits(written.table(), null, 0, written.units());
    for (IndexChange change : written.indexChanges()) {
      Map<IndexChange.Kind, Long> kinds = changesOf(change.index());
      if (kinds != null) {
        kinds.merge(change.kind(), 1L, Long::sum);
      }
      addUnits(written.table(), change.index(), 0, change.units());
    }
  }

  /** Returns the changes of an index, or null if there is no room for another one. */
  private @Nullable Map<IndexChange.Kind, Long> changesOf(String index) {
    return manyIndexes.findOrAdd(indexChanges, index, () -> new EnumMap<>(IndexChange.Kind.class));
  }

  private void addUnits(String table, @Nullable String index, double reads, double writes) {
    if (reads != 0 || writes != 0) {
      Resource resource = new Resource(table, index);
      // The table itself always has room, as the first or the last.
      double[] sum =
          index == null
              ? units.computeIfAbsent(resource, key -> new double[2])
              : manyIndexes.findOrAdd(units, resource, () -> new double[2]);
      if (sum != null) {
        sum[0] += reads;
        sum[1] += writes;
      }
    }
  }

  /** Returns whether a request of a test should be kept as a sample. */
  boolean wantsSample(int most, @Nullable String test) {
    return samples.size() < most
        && (samples.size() < FIRST_SAMPLES || (test != null && !sampledTests.contains(test)));
  }

  void addSample(RequestSample sample) {
    samples.add(sample);
    if (sample.context().test() != null) {
      sampledTests.add(sample.context().test());
    }
  }

  /** Returns whether there is room for a sample with a trait. */
  boolean wantsSample(RequestTrait trait) {
    return byTrait.getOrDefault(trait, List.of()).size() < FIRST_SAMPLES;
  }

  void addSample(RequestTrait trait, RequestSample sample) {
    byTrait.computeIfAbsent(trait, key -> new ArrayList<>()).add(sample);
  }

  /** Adds what another counter has counted. */
  void addAll(ShapeCounter other, int mostSamples, Overflow manyNames) {
    requests += other.requests;
    parents += other.parents;
    nanos += other.nanos;
    longestRun = Math.max(longestRun, other.longestRun);
    read += other.read;
    returned += other.returned;
    bytesRead += other.bytesRead;
    largestItems = Math.max(largestItems, other.largestItems);
    missing += other.missing;
    applied += other.applied;
    created += other.created;
    replaced += other.replaced;
    missed += other.missed;
    bytesWritten += other.bytesWritten;
    incomplete += other.incomplete;
    followed += other.followed;
    unprocessed += other.unprocessed;
    retried += other.retried;
    throttled += other.throttled;
    repeated += other.repeated;
    awaitedSamples += other.awaitedSamples;
    other.errors.forEach((code, count) -> errors.merge(code, count, Long::sum));
    other.patterns.forEach((name, count) -> addName(name, count, manyNames));
    other.units.forEach(
        (resource, sum) -> addUnits(resource.table(), resource.index(), sum[0], sum[1]));
    other.indexChanges.forEach(
        (index, kinds) -> {
          Map<IndexChange.Kind, Long> own = changesOf(index);
          if (own != null) {
            kinds.forEach((kind, count) -> own.merge(kind, count, Long::sum));
          }
        });
    for (RequestSample sample : other.samples) {
      if (wantsSample(mostSamples, sample.context().test())) {
        addSample(sample);
      }
    }
    other.byTrait.forEach(
        (trait, theirs) -> {
          for (RequestSample sample : theirs) {
            if (wantsSample(trait)) {
              addSample(trait, sample);
            }
          }
        });
  }

  /**
   * Returns what was counted.
   *
   * @param open requests that nothing has continued or repeated
   */
  LedgerEntry entry(Shape shape, Map<RequestTrait, List<RequestSample>> open) {
    Map<RequestTrait, List<RequestSample>> all = new EnumMap<>(RequestTrait.class);
    all.putAll(byTrait);
    all.putAll(open);
    List<ConsumedUnits> consumed = new ArrayList<>();
    units.forEach(
        (resource, sum) ->
            consumed.add(new ConsumedUnits(resource.table(), resource.index(), sum[0], sum[1])));
    return new LedgerEntry(
        shape,
        new RequestCounts(requests, parents, errors, nanos, longestRun, patterns),
        new ReadCounts(read, returned, bytesRead, largestItems, missing),
        new PagingCounts(incomplete, followed, unprocessed, retried, throttled, repeated),
        new WriteCounts(applied, created, replaced, missed, bytesWritten, indexChanges),
        consumed,
        new RequestSamples(samples, all));
  }
}
