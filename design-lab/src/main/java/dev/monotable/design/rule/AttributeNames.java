package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds items whose attribute names are larger than their values. */
final class AttributeNames {
  /** Names that are so many times as long as the values are worth a change. */
  private static final int TIMES = 2;

  static final FindingType TYPE = FindingType.of("long-attribute-names", TIMES);

  /** Fewer bytes of names in an item are not worth a change. */
  private static final int MANY_BYTES = 64;

  private static final int MOST_NAMES = 5;

  private AttributeNames() {}

  static List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    for (ItemShape shape : input.ledger().items()) {
      long names = 0;
      long values = 0;
      for (Map.Entry<String, AttributeCounts> attribute : shape.attributes().entrySet()) {
        AttributeCounts counts = attribute.getValue();
        names += counts.count() * length(attribute.getKey());
        values += counts.totalBytes();
      }
      long written = shape.written();
      if (names >= MANY_BYTES * written
          && names > values
          && (names >= TIMES * values || savesUnits(shape, names))) {
        findings.add(
            Finding.of(
                    TYPE,
                    input.subjectOf(shape),
                    fill(
                        "The attributes of an item have names of {} bytes and values of {}",
                        names / shape.written(),
                        values / shape.written()),
                    List.of(
                        new Evidence(
                            "names: " + String.join(", ", shape.attributes().keySet()), null)))
                .calculate("{}", advice(shape)));
      }
    }
    return findings;
  }

  /** Returns whether items with short names take fewer write units. */
  private static boolean savesUnits(ItemShape shape, long names) {
    double bytes = (double) shape.totalBytes() / shape.written();
    double then = bytes - (double) names / shape.written() + 2 * shape.attributes().size();
    return Savings.writeUnits(then) < Savings.writeUnits(bytes);
  }

  /** Returns which names to shorten, to two letters, and what that saves. */
  private static String advice(ItemShape shape) {
    Map<String, Long> saved = new HashMap<>();
    shape
        .attributes()
        .forEach((name, counts) -> saved.put(name, counts.count() * Math.max(0, length(name) - 2)));
    List<String> longest = new ArrayList<>(saved.keySet());
    longest.sort(
        Comparator.comparing((String name) -> saved.getOrDefault(name, 0L))
            .reversed()
            .thenComparing(Comparator.naturalOrder()));
    longest = longest.subList(0, Math.min(MOST_NAMES, longest.size()));
    long sum = 0;
    for (String name : longest) {
      sum += saved.getOrDefault(name, 0L);
    }
    long bytes = shape.totalBytes() / shape.written();
    long then = bytes - sum / shape.written();
    return fill(
        "Shorten {} to two letters; an item then has {} instead of {} bytes{}",
        String.join(", ", longest),
        then,
        bytes,
        Savings.storage(bytes, then));
  }

  private static int length(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }
}
