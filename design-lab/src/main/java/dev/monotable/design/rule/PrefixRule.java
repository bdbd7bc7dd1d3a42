package dev.monotable.design.rule;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds prefixes of begins_with that end within a word or a value and select another one as well:
 * {@code USER} and {@code USERGROUP}, or the building {@code a3} and the building {@code a34}.
 */
final class PrefixRule implements Detector {
  private static final int MAX_LENGTH = 256;

  /** More words at the same place are values, and so are those that occur once. */
  private static final int MANY_KINDS = 10;

  private static final int USES_OF_KIND = 2;

  private static final String ID = KeyConditionFindings.PREFIX.id();

  static final FindingRule RULE =
      new FindingRule(List.of(KeyConditionFindings.PREFIX), PrefixRule::new);

  private final Map<Place, Set<String>> written = new HashMap<>();
  private final Map<Use, Evidence> uses = new LinkedHashMap<>();
  private final Overflow manyValues;
  private final Overflow manyUses;
  private int values;

  /** An item collection, by its sort key. */
  private record Place(String table, String attribute, AttributeValue partition) {}

  /** A prefix of the sort keys of an item collection. */
  private record Use(String subject, Place place, String prefix) {}

  private PrefixRule(Trace trace) {
    this.manyValues = trace.declare(Bound.PREFIX_VALUES, ID);
    this.manyUses = trace.declare(Bound.PREFIXES, ID);
  }

  @Override
  public void write(TracedPart part, ItemWritten write) {
    DesignTable table = part.table();
    Item item = write.after();
    if (table != null && item != null) {
      table.targets().forEach(target -> add(table, target.key(), item));
    }
  }

  private void add(DesignTable table, DeclaredKey key, Item item) {
    if (key.sort().size() != 1 || key.partition().size() != 1) {
      return;
    }
    if (values >= Bound.PREFIX_VALUES.most()) {
      manyValues.add();
      return;
    }
    String attribute = key.sort().get(0).name();
    AttributeValue partition = item.find(key.partition().get(0).name());
    AttributeValue sort = item.find(attribute);
    if (partition != null
        && sort != null
        && sort.type() == AttributeType.S
        && sort.string().length() <= MAX_LENGTH
        && written
            .computeIfAbsent(new Place(table.name(), attribute, partition), p -> new HashSet<>())
            .add(sort.string())) {
      values++;
    }
  }

  @Override
  public void page(TracedPart part, PageRead page) {
    DesignTable table = part.table();
    DeclaredKey key = table == null ? null : table.findKey(page.index());
    if (table == null || key == null || page.evaluated() == 0 || page.keyConditions().size() != 1) {
      return;
    }
    KeyTerm prefix = null;
    AttributeValue partition = null;
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      if (term.comparison() == Comparison.BEGINS_WITH) {
        prefix = term;
      } else if (term.comparison() == Comparison.EQUAL
          && term.attribute().equals(key.partition().get(0).name())) {
        partition = term.values().get(0);
      }
    }
    AttributeValue first = prefix == null ? null : prefix.values().get(0);
    if (prefix == null
        || partition == null
        || first == null
        || first.type() != AttributeType.S
        || !endsWithin(first.string())) {
      return;
    }
    Place place = new Place(table.name(), prefix.attribute(), partition);
    Use use = new Use(part.subject(), place, first.string());
    if (!uses.containsKey(use) && manyUses.hasRoom(uses.size())) {
      uses.put(use, Evidence.of(part));
    }
  }

  private static boolean endsWithin(String prefix) {
    return !prefix.isEmpty() && Character.isLetterOrDigit(prefix.charAt(prefix.length() - 1));
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = FindingRule.each(input, KeyConditionFindings::prefixes);
    Set<String> found = new HashSet<>();
    all.forEach(finding -> found.add(finding.subject()));
    uses.forEach(
        (use, evidence) -> {
          Set<String> words = words(written.getOrDefault(use.place(), Set.of()), use.prefix());
          if (words.size() < 2) {
            words = kinds(use);
          }
          if (words.size() < 2) {
            words = numbers(use);
          }
          if (words.size() > 1 && found.add(use.subject())) {
            all.add(
                KeyConditionFindings.finding(
                    use.subject(),
                    use.place().attribute(),
                    use.prefix(),
                    words,
                    List.of(evidence)));
          }
        });
    all.replaceAll(each -> KeyConditionFindings.withTrial(input, each));
    return all;
  }

  /**
   * Returns the words that a prefix begins, if they name a few kinds of things, such as the
   * providers of accounts; none if they are many, as names that people search are.
   */
  private Set<String> kinds(Use use) {
    int at = use.prefix().length();
    while (at > 0 && Character.isLetterOrDigit(use.prefix().charAt(at - 1))) {
      at--;
    }
    String stem = use.prefix().substring(0, at);
    Set<String> all = new HashSet<>();
    Set<String> selected = new TreeSet<>();
    int count = 0;
    for (Map.Entry<Place, Set<String>> each : written.entrySet()) {
      if (each.getKey().table().equals(use.place().table())
          && each.getKey().attribute().equals(use.place().attribute())) {
        for (String value : each.getValue()) {
          String word = value.startsWith(stem) ? word(value, at) : "";
          if (word.length() > at && word.length() < value.length()) {
            count++;
            all.add(word);
            if (word.startsWith(use.prefix())) {
              selected.add(value.substring(0, word.length() + 1));
            }
          }
        }
      }
    }
    boolean few = all.size() <= MANY_KINDS && count >= USES_OF_KIND * all.size();
    return few && !stem.isEmpty() && selected.size() > 1 ? selected : Set.of();
  }

  /**
   * Returns the numbers that a prefix begins, such as those of <code>season-1</code> and <code>
   * season-10</code> for {@code season-1}, in any item collection; none if it ends with no number.
   */
  private Set<String> numbers(Use use) {
    String prefix = use.prefix();
    int at = prefix.length();
    while (at > 0 && Character.isDigit(prefix.charAt(at - 1))) {
      at--;
    }
    if (at == prefix.length() || at == 0 || Character.isDigit(prefix.charAt(0))) {
      return Set.of();
    }
    Set<String> selected = new TreeSet<>();
    boolean whole = false;
    for (Map.Entry<Place, Set<String>> each : written.entrySet()) {
      if (each.getKey().table().equals(use.place().table())
          && each.getKey().attribute().equals(use.place().attribute())) {
        for (String value : each.getValue()) {
          if (value.startsWith(prefix)) {
            int end = prefix.length();
            while (end < value.length() && Character.isDigit(value.charAt(end))) {
              end++;
            }
            whole |= end == prefix.length();
            selected.add(value.substring(0, Math.min(value.length(), end + 1)));
          }
        }
      }
    }
    return whole && selected.size() <= MANY_KINDS ? selected : Set.of();
  }

  /** Returns the beginning of a value up to the end of the word at an offset. */
  private static String word(String value, int at) {
    int end = at;
    while (end < value.length() && Character.isLetter(value.charAt(end))) {
      end++;
    }
    return value.substring(0, end);
  }

  /**
   * Returns how the selected values continue up to a delimiter, if one of them ends where the
   * prefix ends, and others do not; otherwise none.
   */
  private static Set<String> words(Set<String> values, String prefix) {
    Set<String> words = new TreeSet<>();
    boolean whole = false;
    for (String value : values) {
      if (value.startsWith(prefix)) {
        int end = prefix.length();
        while (end < value.length() && Character.isLetterOrDigit(value.charAt(end))) {
          end++;
        }
        whole |= end == prefix.length();
        words.add(value.substring(0, Math.min(value.length(), end + 1)));
      }
    }
    return whole ? words : Set.of();
  }
}
