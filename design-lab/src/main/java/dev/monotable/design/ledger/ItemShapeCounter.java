package dev.monotable.design.ledger;

import dev.monotable.design.bound.Overflow;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.relation.EqualFields;
import dev.monotable.design.relation.HeldAttributes;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the written items of one shape. Not thread-safe. */
final class ItemShapeCounter {
  private static final int MAX_CONSTANT = 100;

  private final Map<String, Attribute> attributes = new LinkedHashMap<>();
  private final EqualFields fields = new EqualFields();
  private final HeldAttributes held = new HeldAttributes();
  private final Overflow manyAttributes;
  private long written;
  private long created;
  private long totalBytes;
  private long largestBytes;

  /** The counters of one attribute. */
  private static final class Attribute {
    private final Set<AttributeType> types = EnumSet.noneOf(AttributeType.class);
    private long count;
    private long totalBytes;
    private @Nullable String constant;
    private @Nullable RequestSample otherType;

    /** The fewest and the most digits of numbers; the most is 0 if a value is no such text. */
    private int fewestDigits = Integer.MAX_VALUE;

    private int mostDigits;

    private void add(AttributeValue value, Supplier<RequestSample> sample) {
      String text =
          value.type() == AttributeType.S && value.size() <= MAX_CONSTANT ? value.string() : null;
      constant = count == 0 || Objects.equals(constant, text) ? text : null;
      addDigits(text == null ? 0 : digits(text), count == 0);
      count++;
      if (types.add(value.type()) && types.size() == 2) {
        otherType = sample.get();
      }
      totalBytes += value.size();
    }

    private void addDigits(int digits, boolean first) {
      mostDigits = digits == 0 || (mostDigits == 0 && !first) ? 0 : Math.max(mostDigits, digits);
      fewestDigits = Math.min(fewestDigits, digits);
    }

    /** Returns the digits of a number before its decimal point; 0 if a text is no number. */
    private static int digits(String text) {
      int at = 0;
      while (at < text.length() && isDigit(text.charAt(at))) {
        at++;
      }
      int digits = at;
      if (at > 0 && at + 1 < text.length() && text.charAt(at) == '.') {
        at++;
        while (at < text.length() && isDigit(text.charAt(at))) {
          at++;
        }
      }
      return at == text.length() ? digits : 0;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private void addAll(Attribute other) {
      addDigits(other.mostDigits, count == 0);
      fewestDigits = Math.min(fewestDigits, other.fewestDigits);
      constant = count == 0 || Objects.equals(constant, other.constant) ? other.constant : null;
      count += other.count;
      otherType = otherType == null ? other.otherType : otherType;
      types.addAll(other.types);
      totalBytes += other.totalBytes;
    }
  }

  /**
   * Creates a counter of no items.
   *
   * @param manyAttributes the bound of the number of attributes that are counted
   */
  ItemShapeCounter(Overflow manyAttributes) {
    this.manyAttributes = manyAttributes;
  }

  /**
   * Counts a write.
   *
   * @param keys the templates of the key attributes, which are not counted as attributes
   * @param sample describes the write
   */
  void add(
      ItemWritten write,
      Item after,
      Map<String, KeyTemplate> keys,
      Supplier<RequestSample> sample) {
    written++;
    fields.add(after, keys);
    held.add(after, keys);
    created += write.before() == null ? 1 : 0;
    totalBytes += after.size();
    largestBytes = Math.max(largestBytes, after.size());
    after.forEach(
        (name, value) -> {
          if (!keys.containsKey(name)) {
            Attribute attribute = attribute(name);
            if (attribute != null) {
              attribute.add(value, sample);
            }
          }
        });
  }

  /** Returns the counters of an attribute, or null if there is no room for another one. */
  private @Nullable Attribute attribute(String name) {
    return manyAttributes.findOrAdd(attributes, name, Attribute::new);
  }

  void addAll(ItemShapeCounter other) {
    fields.clear();
    held.clear();
    written += other.written;
    created += other.created;
    totalBytes += other.totalBytes;
    largestBytes = Math.max(largestBytes, other.largestBytes);
    other.attributes.forEach(
        (name, counts) -> {
          Attribute attribute = attribute(name);
          if (attribute != null) {
            attribute.addAll(counts);
          }
        });
  }

  ItemShape shape(String table, Map<String, KeyTemplate> keys) {
    Map<String, AttributeCounts> counts = new LinkedHashMap<>();
    attributes.forEach(
        (name, each) ->
            counts.put(
                name,
                new AttributeCounts(
                    each.count,
                    each.types,
                    each.totalBytes,
                    each.constant,
                    each.mostDigits > each.fewestDigits,
                    each.otherType)));
    return new ItemShape(
        table,
        keys,
        written,
        created,
        totalBytes,
        largestBytes,
        counts,
        fields.found(),
        held.found());
  }
}
