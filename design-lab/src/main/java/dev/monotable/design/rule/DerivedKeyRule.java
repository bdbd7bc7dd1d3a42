package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds updates of an attribute that leave the key of an index as it was, although the key contains
 * the value from before.
 */
final class DerivedKeyRule implements Detector {
  private static final int ENOUGH = 3;

  /** A shorter value may be in a key by coincidence. */
  private static final int MIN_LENGTH = 5;

  static final FindingType TYPE = FindingType.of("index-key-not-updated", ENOUGH, MIN_LENGTH);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), DerivedKeyRule::new);

  private final Cases cases;

  private DerivedKeyRule(Trace trace) {
    this.cases = new Cases(trace, TYPE);
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    Item before = written.before();
    Item after = written.after();
    DesignTable table = part.table();
    if (written.writeKind() != WriteKind.UPDATE
        || before == null
        || after == null
        || table == null
        || table.indexes().isEmpty()) {
      return;
    }
    for (Map.Entry<String, AttributeValue> each : after.toMap().entrySet()) {
      String old = text(before.find(each.getKey()));
      if (old.length() >= MIN_LENGTH
          && !table.keyAttributes().contains(each.getKey())
          && !old.equals(text(each.getValue()))) {
        addStale(part, table, each.getKey(), old, before, after);
      }
    }
  }

  private void addStale(
      TracedPart part, DesignTable table, String attribute, String old, Item before, Item after) {
    for (DeclaredIndex index : table.indexes()) {
      for (String name : index.key().names()) {
        String key = text(before.find(name));
        // A key that is equal to the value may be another attribute, such as the time of creation.
        if (key.length() > old.length()
            && key.toLowerCase(Locale.ROOT).contains(old.toLowerCase(Locale.ROOT))
            && key.equals(text(after.find(name)))) {
          cases.add(
              part.subject(),
              () -> new Evidence(part.line() + ": " + name + " = " + key, part.of().test()),
              () -> fill("Set {} in the same update as {}", name, attribute));
          return;
        }
      }
    }
    cases.addOther(part.subject());
  }

  private static String text(@Nullable AttributeValue value) {
    return value == null || value.type() != AttributeType.S ? "" : value.string();
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    return cases.findings(
        ENOUGH,
        (found, other) -> count(found, "update") + " left an index key with the value from before");
  }
}
