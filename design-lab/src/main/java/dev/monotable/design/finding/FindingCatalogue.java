package dev.monotable.design.finding;

import dev.monotable.design.model.Design;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules by which designs and their use are judged. Immutable. */
public final class FindingCatalogue {
  private final List<FindingRule> rules;
  private final List<FindingType> types;

  private FindingCatalogue(List<FindingRule> rules) {
    this.rules = List.copyOf(rules);
    List<FindingType> all = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (FindingRule rule : rules) {
      for (FindingType type : rule.types()) {
        if (!ids.add(type.id())) {
          throw new IllegalArgumentException("two kinds of findings have the id " + type.id());
        }
        all.add(type);
      }
    }
    this.types = List.copyOf(all);
  }

  /**
   * Creates a catalogue.
   *
   * @throws IllegalArgumentException if two kinds of findings have the same id
   */
  public static FindingCatalogue of(List<FindingRule> rules) {
    return new FindingCatalogue(rules);
  }

  /** Returns the kinds of findings, in the order of the rules. */
  public List<FindingType> types() {
    return types;
  }

  /**
   * Starts a run.
   *
   * @param design the declared design, or null to judge without one
   */
  public FindingRun start(@Nullable Design design) {
    return new FindingRun(design, rules);
  }
}
