package dev.monotable.design.report;

import dev.monotable.design.finding.Evidence;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request of an access pattern.
 *
 * @param shape what it requests, such as {@code Query Chat PK = ROOM#{roomId}}
 * @param target the table, or the table and the index
 * @param times how often one use of the pattern performs it
 * @param expectedItems the items that a read is declared to return; null if unknown
 * @param observed what was counted; null if it was not observed
 * @param samples some of the observed requests
 * @param named how often each access pattern was named by the clients or the tests that sent them
 */
public record RequestRow(
    String shape,
    String target,
    double times,
    @Nullable Double expectedItems,
    @Nullable RequestFigures observed,
    List<Evidence> samples,
    Map<String, Long> named) {
  public RequestRow {
    samples = List.copyOf(samples);
    named = Collections.unmodifiableMap(new TreeMap<>(named));
  }
}
