package dev.monotable.explore;

import dev.monotable.engine.footprint.Footprint;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a BatchGetItem or BatchWriteItem as batches of their own. A batch that returns what
 * it consumes has no such parts.
 */
final class BatchParts {
  /** Parts of a batch that are steps of their own, at most. */
  private static final int MAX_PARTS = 4;

  private BatchParts() {}

  /** Adds the parts of a batch that another piece touches. */
  static void add(
      Choice choice,
      PendingRequest request,
      BiPredicate<Integer, Footprint> isTouched,
      List<Choice> enabled) {
    List<Footprint> parts = request.partFootprints();
    int added = 0;
    for (int i = 0; i < parts.size() && added < MAX_PARTS; i++) {
      if (request.canRun(i) && isTouched.test(choice.piece(), parts.get(i))) {
        enabled.add(choice.with(ChoiceKind.PART, i));
        added++;
      }
    }
  }

  /** Returns the number of parts into which a request can be divided; 1 if it cannot be. */
  static int count(Record input) {
    int count = 0;
    if (input instanceof BatchWriteItemInput batch
        && batch.returnConsumedCapacity() == null
        && batch.returnItemCollectionMetrics() == null) {
      for (List<WriteRequest> writes : batch.requestItems().values()) {
        count += writes.size();
      }
    } else if (input instanceof BatchGetItemInput batch && batch.returnConsumedCapacity() == null) {
      for (KeysAndAttributes keys : batch.requestItems().values()) {
        count += keys.keys().size();
      }
    }
    return Math.max(1, count);
  }

  /** Returns a batch of some parts of a request, by their positions. */
  @SuppressWarnings("unchecked") // the same type of input
  static <I extends Record> I only(I input, List<Integer> parts) {
    int[] at = {0};
    if (input instanceof BatchWriteItemInput batch) {
      Map<String, List<WriteRequest>> chosen = new LinkedHashMap<>();
      batch
          .requestItems()
          .forEach(
              (table, writes) -> {
                List<WriteRequest> some = chosen(writes, parts, at);
                if (!some.isEmpty()) {
                  chosen.put(table, some);
                }
              });
      return (I) BatchWriteItemInput.builder().requestItems(chosen).build();
    }
    Map<String, KeysAndAttributes> chosen = new LinkedHashMap<>();
    ((BatchGetItemInput) input)
        .requestItems()
        .forEach(
            (table, keys) -> {
              List<Item> some = chosen(keys.keys(), parts, at);
              if (!some.isEmpty()) {
                chosen.put(table, keys.toBuilder().keys(some).build());
              }
            });
    return (I) BatchGetItemInput.builder().requestItems(chosen).build();
  }

  private static <T> List<T> chosen(List<T> all, List<Integer> parts, int[] at) {
    List<T> some = new ArrayList<>();
    for (T each : all) {
      if (parts.contains(at[0]++)) {
        some.add(each);
      }
    }
    return some;
  }

  /** Returns the response to a batch whose parts have had two responses. */
  @SuppressWarnings("unchecked") // the same type of output
  static <O extends Record> O joined(@Nullable Record first, O second) {
    if (first instanceof BatchGetItemOutput one && second instanceof BatchGetItemOutput other) {
      Map<String, List<Item>> items = new LinkedHashMap<>();
      for (BatchGetItemOutput output : List.of(one, other)) {
        Map<String, List<Item>> found = output.responses();
        if (found != null) {
          found.forEach(
              (table, some) ->
                  items.computeIfAbsent(table, name -> new ArrayList<>()).addAll(some));
        }
      }
      return (O) other.toBuilder().responses(items).build();
    }
    return second; // it has no response for each part
  }
}
