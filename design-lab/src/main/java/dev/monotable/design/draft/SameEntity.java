package dev.monotable.design.draft;

import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TypeAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which shapes of items are one entity: those with the same primary key, and those whose
 * sort keys differ by a word while their attributes are the same, such as <code>NORMAL#{}</code>
 * and <code>WARNING#{}</code>, where the word is the value of a state.
 */
final class SameEntity {
  /** As many words at the same place are values, and not kinds of things. */
  private static final int SEVERAL_VALUES = 3;

  private SameEntity() {}

  /** Returns the shapes of a table, those of one entity in one list. */
  static List<List<ItemShape>> groups(DesignTable table, List<ItemShape> shapes) {
    Map<Map<String, KeyTemplate>, List<ItemShape>> byKey = new LinkedHashMap<>();
    for (ItemShape shape : shapes) {
      Map<String, KeyTemplate> primary = new TreeMap<>(shape.keys());
      primary.keySet().retainAll(table.key().names());
      byKey.computeIfAbsent(primary, key -> new ArrayList<>()).add(shape);
    }
    return join(byPartition(table, List.copyOf(byKey.values())), table);
  }

  private static List<List<ItemShape>> join(List<List<ItemShape>> different, DesignTable table) {
    List<List<ItemShape>> groups = new ArrayList<>();
    for (List<ItemShape> group : different) {
      List<ItemShape> same = null;
      for (List<ItemShape> other : groups) {
        if (same == null && differByValue(table, group, other)) {
          same = other;
        }
      }
      if (same == null) {
        groups.add(new ArrayList<>(group));
      } else {
        same.addAll(group);
      }
    }
    return groups;
  }

  /**
   * Joins groups whose partition keys differ by one word while their sort keys and attributes are
   * the same, such as <code>REACTION#{}#heart</code>, if there are several: two may be two kinds of
   * things. The words of two tenants are values too: both have the same kinds of items, or an
   * attribute that is the word.
   */
  private static List<List<ItemShape>> byPartition(
      DesignTable table, List<List<ItemShape>> groups) {
    String partition = table.key().partition().get(0).name();
    List<List<ItemShape>> left = new ArrayList<>(groups);
    List<List<ItemShape>> joined = new ArrayList<>();
    while (!left.isEmpty()) {
      List<ItemShape> first = left.remove(0);
      List<List<ItemShape>> same = new ArrayList<>();
      for (List<ItemShape> other : left) {
        if (words(template(partition, first), template(partition, other)) != null
            && haveSameSortKey(table, first, other)
            && !attributes(first).isEmpty()
            && attributes(first).equals(attributes(other))) {
          same.add(other);
        }
      }
      List<ItemShape> all = new ArrayList<>(first);
      if (same.size() + 1 >= SEVERAL_VALUES
          || (same.size() == 1 && areTenants(table, first, same.get(0), groups))) {
        same.forEach(all::addAll);
        left.removeAll(same);
      }
      joined.add(all);
    }
    return joined;
  }

  /** Returns whether the words by which the partition keys of two groups differ are tenants. */
  private static boolean areTenants(
      DesignTable table, List<ItemShape> one, List<ItemShape> other, List<List<ItemShape>> groups) {
    String partition = table.key().partition().get(0).name();
    List<String> words = words(template(partition, one), template(partition, other));
    if (words == null || words.stream().anyMatch(SameEntity::isLabel)) {
      return false;
    }
    if (hasAttribute(one, words.get(0)) && hasAttribute(other, words.get(1))) {
      return true;
    }
    int kinds = 0;
    for (List<ItemShape> left : groups) {
      for (List<ItemShape> right : groups) {
        boolean both = words.equals(words(template(partition, left), template(partition, right)));
        kinds += both && haveSameSortKey(table, left, right) ? 1 : 0;
      }
    }
    return kinds > 1;
  }

  /** Returns whether a word is in upper case, as the name of a kind of things is. */
  private static boolean isLabel(String word) {
    return word.equals(word.toUpperCase(Locale.ROOT));
  }

  private static boolean hasAttribute(List<ItemShape> shapes, String value) {
    return shapes.stream()
        .allMatch(
            shape ->
                shape.attributes().values().stream()
                    .anyMatch(each -> value.equals(each.constant())));
  }

  /** Returns the words by which two templates differ, if it is one word of each; or null. */
  private static @Nullable List<String> words(
      @Nullable KeyTemplate one, @Nullable KeyTemplate other) {
    if (one == null || other == null) {
      return null;
    }
    String[] left = one.text().split("#", -1);
    String[] right = other.text().split("#", -1);
    List<String> words = null;
    for (int i = 0; i < left.length && left.length == right.length; i++) {
      if (!left[i].equals(right[i])) {
        if (words != null || (left[i] + right[i]).contains("{}")) {
          return null;
        }
        words = List.of(left[i], right[i]);
      }
    }
    return words;
  }

  private static boolean haveSameSortKey(
      DesignTable table, List<ItemShape> one, List<ItemShape> other) {
    for (var sort : table.key().sort()) {
      KeyTemplate left = template(sort.name(), one);
      KeyTemplate right = template(sort.name(), other);
      if (left == null || right == null || !left.equals(right)) {
        return false;
      }
    }
    return true;
  }

  private static boolean differByValue(
      DesignTable table, List<ItemShape> one, List<ItemShape> other) {
    if (table.key().sort().isEmpty()) {
      return false;
    }
    String sort = table.key().sort().get(0).name();
    for (String name : table.key().names()) {
      KeyTemplate left = template(name, one);
      KeyTemplate right = template(name, other);
      if (left == null
          || right == null
          || (name.equals(sort) ? generalized(left, right) == null : !left.equals(right))) {
        return false;
      }
    }
    Map<String, @Nullable String> attributes = attributes(one);
    return !attributes.isEmpty() && attributes.equals(attributes(other));
  }

  /** Returns the names of all attributes, each with its value if it names the entity. */
  private static Map<String, @Nullable String> attributes(List<ItemShape> shapes) {
    Map<String, @Nullable String> attributes = new TreeMap<>();
    for (ItemShape shape : shapes) {
      for (Map.Entry<String, AttributeCounts> each : shape.attributes().entrySet()) {
        boolean names = TypeAttributes.contains(each.getKey());
        attributes.put(each.getKey(), names ? each.getValue().constant() : "");
      }
    }
    return attributes;
  }

  /**
   * Returns the template of a key attribute that all shapes of an entity have, or null if one of
   * them does not have the attribute.
   */
  static @Nullable KeyTemplate template(String name, List<ItemShape> shapes) {
    KeyTemplate common = null;
    for (ItemShape shape : shapes) {
      KeyTemplate template = shape.keys().get(name);
      if (template == null) {
        return null;
      }
      KeyTemplate both = common == null ? template : generalized(common, template);
      common = both == null ? KeyTemplate.ANY : both;
    }
    return common;
  }

  /**
   * Returns the template with a field where two templates have different parts, or null if they
   * have not the same number of parts, or only one.
   */
  private static @Nullable KeyTemplate generalized(KeyTemplate one, KeyTemplate other) {
    if (one.equals(other)) {
      return one;
    }
    String[] left = one.text().split("#", -1);
    String[] right = other.text().split("#", -1);
    if (left.length != right.length || left.length == 1) {
      return null;
    }
    for (int i = 0; i < left.length; i++) {
      if (left[i].isEmpty() != right[i].isEmpty()) {
        return null;
      }
      left[i] = left[i].equals(right[i]) ? left[i] : "{}";
    }
    return KeyTemplate.parse(String.join("#", left));
  }
}
