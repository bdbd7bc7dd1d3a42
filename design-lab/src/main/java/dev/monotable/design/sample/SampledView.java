package dev.monotable.design.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table or an index, with some of its item collections.
 *
 * @param index the name of the index; null for the table
 * @param collections the first ones of each kind, in the order in which they were observed
 * @param omitted the number of item collections that were observed and are not in the sample; a
 *     lower bound if there were very many
 */
public record SampledView(
    String table, @Nullable String index, List<SampledCollection> collections, long omitted) {
  public SampledView {
    collections = List.copyOf(collections);
  }
}
