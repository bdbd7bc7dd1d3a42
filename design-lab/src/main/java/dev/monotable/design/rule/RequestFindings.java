package dev.monotable.design.rule;

import dev.monotable.design.finding.FindingRule;
import java.util.ArrayList;
import java.util.List;

/** The rules about requests, their answers, indexes, and declared access patterns. */
public final class RequestFindings {
  /** The developer guide, whose pages findings link to. */
  static final String GUIDE = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/";

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
    rules.add(new IndexAfterWriteRule());
    rules.add(new ConsistentReadRule());
    rules.add(new GetAfterGetRule());
    rules.add(new HotItemRule());
    rules.add(new PagesAgainRule());
    rules.add(new PrefixRule());
    rules.add(new RaceRule());
    rules.add(new SingleActionRule());
    rules.add(new SmallChangeRule());
    rules.add(new TimeToLiveRule());
    return rules;
  }
}
