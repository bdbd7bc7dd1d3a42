package dev.monotable.design.sample;

import dev.monotable.value.Item;
import java.util.List;

/**
 * The items of one kind in an item collection.
 *
 * @param items the sampled ones, in the order in which they were observed
 * @param omitted the number of others, as far as their writes were observed
 */
public record SampledKind(List<Item> items, long omitted) {
  public SampledKind {
    items = List.copyOf(items);
  }
}
