package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds values of key attributes that were written in several cases. */
final class KeyCaseRule implements Detector {
  private static final int ENOUGH = 3;
  static final FindingType TYPE = FindingType.of("keys-differ-by-case", ENOUGH);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), KeyCaseRule::new);

  private static final int MAX_EVIDENCE = 5;
  private static final int MAX_LENGTH = 128;

  private final Map<Name, Map<String, Value>> written = new HashMap<>();
  private final Map<Name, List<Evidence>> found = new LinkedHashMap<>();
  private final Map<Name, Integer> counts = new HashMap<>();
  private final Overflow manyValues;
  private int values;

  /** A key attribute of a table. */
  private record Name(String table, String attribute) {}

  /** The first value of several that differ in case only. */
  private static final class Value {
    private final String text;
    private boolean differs;

    private Value(String text) {
      this.text = text;
    }
  }

  private KeyCaseRule(Trace trace) {
    this.manyValues = trace.declare(Bound.KEY_VALUES, TYPE.id());
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    DesignTable table = part.table();
    Item item = written.after();
    if (table == null || item == null) {
      return;
    }
    for (String attribute : table.keyAttributes()) {
      AttributeValue value = item.find(attribute);
      if (value != null
          && value.type() == AttributeType.S
          && value.string().length() <= MAX_LENGTH) {
        add(part, new Name(table.name(), attribute), value.string());
      }
    }
  }

  private void add(TracedPart part, Name name, String text) {
    Map<String, Value> known = written.computeIfAbsent(name, n -> new HashMap<>());
    String lower = text.toLowerCase(Locale.ROOT);
    Value before = known.get(lower);
    if (before == null) {
      if (manyValues.hasRoom(values)) {
        values++;
        known.put(lower, new Value(text));
      }
    } else if (!before.differs && !before.text.equals(text)) {
      before.differs = true;
      counts.merge(name, 1, Integer::sum);
      List<Evidence> evidence = found.computeIfAbsent(name, n -> new ArrayList<>());
      if (evidence.size() < MAX_EVIDENCE) {
        evidence.add(
            new Evidence(
                fill("{} = {} and {}", name.attribute(), before.text, text), part.of().test()));
      }
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    found.forEach(
        (name, evidence) -> {
          int count = counts.getOrDefault(name, 0);
          if (count >= ENOUGH) {
            all.add(finding(name, count, evidence));
          }
        });
    return all;
  }

  private static Finding finding(Name name, int count, List<Evidence> evidence) {
    return Finding.of(
            TYPE,
            name.table(),
            fill("{} of {} were written in two cases", count(count, "value"), name.attribute()),
            evidence)
        .advise(
            "Write {} in one case, by one function that builds the key for writes and reads",
            name.attribute());
  }
}
