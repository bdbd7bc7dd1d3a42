package dev.monotable.design.check;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds entities of a table whose keys can be equal, by their templates alone. */
final class EntitiesMeet {
  private EntitiesMeet() {}

  static List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    if (input.design() == null) {
      return findings;
    }
    for (DesignTable table : input.design().tables()) {
      List<Entity> entities = table.entities();
      for (int i = 0; i < entities.size(); i++) {
        for (int j = i + 1; j < entities.size(); j++) {
          if (meet(table, entities.get(i), entities.get(j))
              && !table.areStates(entities.get(i), entities.get(j))
              && !table.isException(entities.get(i), entities.get(j))
              && !table.isException(entities.get(j), entities.get(i))) {
            findings.add(finding(table, entities.get(i), entities.get(j)));
          }
        }
      }
    }
    return findings;
  }

  private static boolean meet(DesignTable table, Entity one, Entity other) {
    for (String name : table.key().names()) {
      KeyTemplate left = one.keys().get(name);
      KeyTemplate right = other.keys().get(name);
      if (left == null || right == null || !left.canMeet(right)) {
        return false;
      }
    }
    return true;
  }

  private static Finding finding(DesignTable table, Entity one, Entity other) {
    return Finding.of(
            ItemFindings.ENTITIES_MEET,
            table.name() + "/" + one.name(),
            "An item of " + one.name() + " and one of " + other.name() + " can have the same key",
            List.of(
                new Evidence(one.name() + ": " + key(table, one), null),
                new Evidence(other.name() + ": " + key(table, other), null)))
        .advise(
            "Let {} begin with another word in {} than in {}, such as {}# and {}#",
            lastKey(table),
            one.name(),
            other.name(),
            one.name().toUpperCase(Locale.ROOT),
            other.name().toUpperCase(Locale.ROOT));
  }

  /** Returns the name of the sort key of a table, or of the partition key without one. */
  static String lastKey(DesignTable table) {
    List<String> names = table.key().names();
    return names.get(names.size() - 1);
  }

  private static String key(DesignTable table, Entity entity) {
    List<String> terms = new ArrayList<>();
    for (String name : table.key().names()) {
      terms.add(name + " = " + entity.keys().get(name));
    }
    return String.join(" and ", terms);
  }
}
