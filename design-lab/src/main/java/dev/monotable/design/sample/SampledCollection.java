package dev.monotable.design.sample;

import java.util.List;

/** An item collection of a table or index, with some items of each kind; not empty. */
public record SampledCollection(List<SampledKind> kinds) {
  public SampledCollection {
    kinds = List.copyOf(kinds);
  }
}
