package dev.monotable.design;

import dev.monotable.design.check.ItemFindings;
import dev.monotable.design.finding.FindingCatalogue;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.rule.RequestFindings;
import java.util.ArrayList;
import java.util.List;

/** The rules by which designs are judged by default. */
public final class StandardFindings {
  private static final FindingCatalogue CATALOGUE = FindingCatalogue.of(rules());

  private StandardFindings() {}

  /** Returns all rules. */
  public static FindingCatalogue catalogue() {
    return CATALOGUE;
  }

  private static List<FindingRule> rules() {
    List<FindingRule> rules = new ArrayList<>();
    rules.addAll(ItemFindings.rules());
    rules.addAll(RequestFindings.rules());
    return rules;
  }
}
