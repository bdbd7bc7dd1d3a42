package dev.monotable.design.rule;

import dev.monotable.design.finding.FindingRule;
import java.util.ArrayList;
import java.util.List;

/** The rules about requests, their answers, indexes, and declared access patterns. */
public final class RequestFindings {
  private RequestFindings() {}

  /** Returns the rules. */
  public static List<FindingRule> rules() {
    List<FindingRule> rules = new ArrayList<>();
    rules.addAll(ReadFindings.rules());
    rules.addAll(AnswerFindings.rules());
    rules.addAll(IndexFindings.rules());
    rules.addAll(PatternFindings.rules());
    rules.addAll(HeatFindings.rules());
    rules.addAll(SavingFindings.rules());
    rules.add(FindingRule.of(AttributeNames.TYPE, AttributeNames::findings));
    rules.add(IndexAfterWriteRule.RULE);
    rules.add(ConsistentReadRule.RULE);
    rules.add(DerivedKeyRule.RULE);
    rules.add(DistributionRule.RULE);
    rules.add(ExpiredReadRule.RULE);
    rules.add(GetAfterGetRule.RULE);
    rules.add(HotItemRule.RULE);
    rules.add(KeyCaseRule.RULE);
    rules.add(NumberBoundRule.RULE);
    rules.add(PagesAgainRule.RULE);
    rules.add(PrefixRule.RULE);
    rules.add(RaceRule.RULE);
    rules.add(ReadForEachRule.RULE);
    rules.add(SingleActionRule.RULE);
    rules.add(SmallChangeRule.RULE);
    rules.add(SplitWritesRule.RULE);
    rules.add(TimeToLiveRule.RULE);
    return rules;
  }
}
