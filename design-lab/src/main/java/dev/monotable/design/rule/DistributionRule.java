package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
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
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds access patterns that are declared as uniform over many keys, while the recording shows that
 * one item takes part in a large share of them, or that all go to one date after the other.
 */
final class DistributionRule implements Detector {
  private static final int ENOUGH = 20;
  private static final double SHARE = 0.1;

  /** A key may be so many times as frequent as declared. */
  private static final int TIMES = 10;

  /** In another order than by chance: one of 120 orders of five dates is the rising one. */
  private static final int DATES = 5;

  private static final int USES_OF_DATE = 2;

  static final FindingType TYPE =
      FindingType.of("distribution-disproved", ENOUGH, percent(SHARE), TIMES, DATES, USES_OF_DATE);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), DistributionRule::new);

  private static final Pattern DATE = Pattern.compile(".*(19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9].*");

  private final HotKeys keys;
  private final Map<String, Dates> dates = new LinkedHashMap<>();
  private final Overflow manySubjects;

  /** The dates in the partition keys of Queries of a form. */
  private static final class Dates {
    private final List<Evidence> evidence = new ArrayList<>();
    private String last = "";
    private int values;
    private int uses;
    private boolean rising = true;

    private void add(String value, TracedPart part) {
      int order = value.compareTo(last);
      rising &= order >= 0 && value.length() >= last.length();
      uses++;
      if (order > 0) {
        values++;
        last = value;
        if (evidence.size() < DATES) {
          evidence.add(Evidence.of(part));
        }
      }
    }
  }

  private final Trace trace;

  private DistributionRule(Trace trace) {
    this.trace = trace;
    this.keys = new HotKeys(trace, TYPE, "write");
    this.manySubjects = trace.declare(Bound.SUBJECTS, TYPE.id());
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
  public void page(TracedPart part, PageRead page) {
    DesignTable table = trace.design() == null ? null : part.table();
    DeclaredKey key = table == null ? null : table.findKey(page.index());
    if (key == null || page.keyConditions().size() != 1) {
      return;
    }
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      AttributeValue value = term.values().get(0);
      if (term.attribute().equals(key.partition().get(0).name())
          && value.type() == AttributeType.S
          && DATE.matcher(value.string()).matches()) {
        Dates of = manySubjects.findOrAdd(dates, part.subject(), Dates::new);
        if (of != null) {
          of.add(value.string(), part);
        }
      }
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
      Distribution declared = uniform(pattern);
      if (declared != null && hot.share() > (double) TIMES / declared.keys()) {
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
    dates.forEach(
        (subject, of) -> {
          Distribution declared = uniform(design.findPattern(subject));
          if (declared != null
              && of.rising
              && of.values >= DATES
              && of.uses >= USES_OF_DATE * of.values
              && declared.keys() >= TIMES) {
            all.add(dates(subject, of, declared));
          }
        });
    return all;
  }

  private static Finding dates(String subject, Dates of, Distribution declared) {
    return Finding.of(
            TYPE,
            subject,
            fill(
                "The design declares uniform over {} keys; {} went to {} dates, one after the"
                    + " other",
                Numbers.plain(declared.keys()),
                count(of.uses, "request"),
                of.values),
            of.evidence)
        .advise(
            "Declare uniform over 1: at each time, all requests go to the key of one date, which"
                + " serves 3,000 read units a second; add a suffix to the date if that is not"
                + " enough");
  }

  private static @Nullable Distribution uniform(@Nullable DeclaredPattern pattern) {
    Distribution declared = pattern == null ? null : pattern.traffic().distribution();
    return declared != null && declared.kind() == Distribution.Kind.UNIFORM ? declared : null;
  }
}
