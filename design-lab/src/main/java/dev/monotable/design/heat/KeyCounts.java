package dev.monotable.design.heat;

import dev.monotable.design.heat.KeyDistribution.Observed;
import dev.monotable.design.heat.KeyDistribution.Observed.ObservedKey;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often requests name each value of a key attribute, so that heat can be simulated with
 * the observed distribution. Keeps at most 20,000 values of an attribute, and 400,000 in all;
 * further ones are not counted. Not thread-safe.
 */
public final class KeyCounts implements RequestConsumer {
  private static final int MAX_VALUES = 20_000;
  private static final int MAX_IN_ALL = 400_000;

  /** A longer value is represented by its beginning and its hash. */
  private static final int MAX_LENGTH = 200;

  private final int mostOfAttribute;
  private final int mostInAll;
  private final Map<Attribute, Map<String, Count>> counts = new HashMap<>();
  private int values;
  private final Overflow manyValues;

  /** A key attribute of a table. */
  private record Attribute(String table, String name) {}

  private static final class Count {
    private long requests;
  }

  public KeyCounts() {
    this(MAX_VALUES, MAX_IN_ALL);
  }

  KeyCounts(int mostOfAttribute, int mostInAll) {
    this.mostOfAttribute = mostOfAttribute;
    this.mostInAll = mostInAll;
    this.manyValues =
        new Overflow(
            mostOfAttribute,
            "values of a key attribute are counted for heat, and "
                + String.format(Locale.ROOT, "%,d", mostInAll)
                + " in all",
            "use of others");
  }

  @Override
  public void accept(ObservedRequest request, RequestContext context) {
    for (RequestPart part : request.parts()) {
      if (part instanceof ItemRead read) {
        addKey(part.table(), read.key());
      } else if (part instanceof ItemWritten written) {
        addKey(part.table(), written.key());
      } else if (part instanceof PageRead page) {
        for (KeyRestriction restriction : page.keyConditions()) {
          addEqual(part.table(), restriction);
        }
      } else if (!(part instanceof RecordsRead)) {
        throw new AssertionError(part);
      }
    }
  }

  private void addKey(String table, Item key) {
    key.toMap().forEach((name, value) -> add(new Attribute(table, name), value));
  }

  private void addEqual(String table, KeyRestriction restriction) {
    for (KeyTerm term : restriction.terms()) {
      if (term.comparison() == Comparison.EQUAL) {
        add(new Attribute(table, term.attribute()), term.values().get(0));
      }
    }
  }

  private void add(Attribute attribute, AttributeValue value) {
    String text = text(value);
    Map<String, Count> known = counts.getOrDefault(attribute, Map.of());
    Count count = known.get(text);
    if (count == null) {
      if (known.size() >= mostOfAttribute || values >= mostInAll) {
        manyValues.add();
        return;
      }
      values++;
      count = new Count();
      counts.computeIfAbsent(attribute, a -> new HashMap<>()).put(text, count);
    }
    count.requests++;
  }

  private static String text(AttributeValue value) {
    String text = value.type() == AttributeType.S ? value.string() : ExpressionText.literal(value);
    return text.length() <= MAX_LENGTH
        ? text
        : text.substring(0, MAX_LENGTH) + "… " + Integer.toHexString(text.hashCode());
  }

  /** Returns what is left out because a bound was reached, one sentence each. */
  public List<String> omissions() {
    List<String> omissions = new ArrayList<>();
    manyValues.addTo(omissions);
    return omissions;
  }

  /**
   * Returns the observed distribution of the values that have a form.
   *
   * @param attribute the partition key of the table or of an index
   * @param form the form of the values, such as <code>ROOM#{}</code>
   * @return null if fewer than two such values were observed
   */
  public @Nullable KeyDistribution find(String table, String attribute, KeyTemplate form) {
    List<ObservedKey> keys = new ArrayList<>();
    counts
        .getOrDefault(new Attribute(table, attribute), Map.of())
        .forEach(
            (text, count) -> {
              if (form.find(text) != null) {
                keys.add(new ObservedKey(text, count.requests));
              }
            });
    // The same order for the same requests, so that a seed gives the same result.
    keys.sort((a, b) -> a.name().compareTo(b.name()));
    return keys.size() < 2 ? null : new Observed(keys);
  }
}
