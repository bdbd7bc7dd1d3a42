package dev.monotable.design.check;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.KeyTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds item collections that are expected to come near 10 GB in tables with local indexes.
 * Entities whose partition keys have the same form share a collection.
 */
final class LargeCollections {
  /** A fifth of the limit: it is reached sooner than one expects. */
  private static final double LIMIT_BYTES = 2.0 * (1 << 30);

  private LargeCollections() {}

  static List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    if (input.design() == null) {
      return findings;
    }
    for (DesignTable table : input.design().tables()) {
      long local = table.indexes().stream().filter(index -> !index.global()).count();
      if (local > 0) {
        sizes(table)
            .forEach(
                (key, bytes) -> {
                  if (bytes >= LIMIT_BYTES) {
                    findings.add(finding(table, key, bytes));
                  }
                });
      }
    }
    return findings;
  }

  private static Map<KeyTemplate, Double> sizes(DesignTable table) {
    Map<KeyTemplate, Double> sizes = new LinkedHashMap<>();
    for (Entity entity : table.entities()) {
      EntityEstimate estimate = entity.estimate();
      KeyTemplate partition = entity.keys().get(table.key().partition().get(0).name());
      if (partition != null && estimate.perCollection() != null && estimate.bytes() != null) {
        double copies = 1;
        for (DeclaredIndex index : table.indexes()) {
          copies += !index.global() && entity.isIn(index) ? 1 : 0;
        }
        sizes.merge(
            partition.shape(), estimate.perCollection() * estimate.bytes() * copies, Double::sum);
      }
    }
    return sizes;
  }

  private static Finding finding(DesignTable table, KeyTemplate key, double bytes) {
    List<String> local =
        table.indexes().stream().filter(index -> !index.global()).map(DeclaredIndex::name).toList();
    return Finding.of(
            ItemFindings.LARGE_COLLECTION,
            table.name(),
            String.format(
                Locale.ROOT,
                "An item collection with the partition key %s is expected to have up to %.1f GB of"
                    + " 10 GB",
                key,
                bytes / (1 << 30)),
            List.of(
                new Evidence("perCollection and bytes of the entities of " + table.name(), null)))
        .advise(
            "Create {} as global, or divide {} into {} values, such as {}#0 and {}#1",
            String.join(" and ", local),
            key,
            Math.max(2, (long) Math.ceil(bytes / LIMIT_BYTES)),
            key,
            key);
  }
}
