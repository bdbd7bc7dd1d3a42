package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.HotKeys;
import dev.monotable.design.finding.HotKeys.Group;
import dev.monotable.design.finding.HotKeys.HotKey;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds access patterns that are declared as uniform over many keys, while the recording shows that
 * one item takes part in a large share of them.
 */
final class DistributionRule implements Detector {
  private static final int ENOUGH = 20;
  private static final double SHARE = 0.1;

  /** A key may be so many times as frequent as declared. */
  private static final int TIMES = 10;

  static final FindingType TYPE =
      FindingType.of("distribution-disproved", ENOUGH, percent(SHARE), TIMES);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), DistributionRule::new);

  private final HotKeys keys;

  private DistributionRule(Trace trace) {
    this.keys = new HotKeys(trace, TYPE, "write");
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    if (written.writeKind() != ItemWritten.WriteKind.CONDITION_CHECK) {
      String subject = part.subject();
      keys.add(
          new Group(part.of().test(), subject, ""),
          written.key(),
          () -> subject,
          () -> Evidence.of(part));
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    Design design = input.design();
    if (design == null) {
      return all;
    }
    for (HotKey hot : keys.find(ENOUGH, SHARE)) {
      DeclaredPattern pattern = design.findPattern(hot.subject());
      Distribution declared = pattern == null ? null : pattern.traffic().distribution();
      if (declared != null
          && declared.kind() == Distribution.Kind.UNIFORM
          && hot.share() > (double) TIMES / declared.keys()) {
        all.add(
            Finding.of(
                    TYPE,
                    hot.subject(),
                    fill(
                        "The design declares uniform over {} keys; one item gets {} of the {}"
                            + " writes ({})",
                        Numbers.plain(declared.keys()),
                        Numbers.plain(hot.count()),
                        Numbers.plain(hot.all()),
                        percent(hot.share())),
                    List.of(hot.example()))
                .advise(
                    "Declare the item as a pattern of its own, and spread what is written to it:"
                        + " an item takes 1,000 write units a second"));
      }
    }
    return all;
  }
}
