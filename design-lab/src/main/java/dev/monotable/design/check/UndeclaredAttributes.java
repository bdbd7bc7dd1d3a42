package dev.monotable.design.check;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.RequestSample;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds what contradicts itself without a declaration: attributes that are a number in some items
 * and a text in others, and items with the partition key of an index but without its sort key.
 */
final class UndeclaredAttributes {
  private static final Set<AttributeType> NUMBER_AND_TEXT =
      Set.of(AttributeType.N, AttributeType.S);

  /** Names of attributes that are there for an index alone, and not for what they mean. */
  private static final Pattern OF_INDEX = Pattern.compile("(?i)^_*(gsi|gs[0-9]|idx|index)");

  /** So many items are in an index for each that is not, where all should be. */
  private static final int NEARLY_ALL = 9;

  private UndeclaredAttributes() {}

  static List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>(types(input));
    findings.addAll(halfKeys(input));
    return findings;
  }

  // ---- keys of indexes ----

  private static List<Finding> halfKeys(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    for (ItemShape shape : input.ledger().items()) {
      DesignTable table = input.findTable(shape.table());
      if (table == null) {
        continue;
      }
      for (DeclaredIndex index : table.indexes()) {
        List<String> present = new ArrayList<>(index.key().names());
        present.retainAll(shape.keys().keySet());
        List<String> missing = new ArrayList<>(index.key().names());
        missing.removeAll(present);
        boolean half = present.stream().anyMatch(name -> isOf(index, name, table));
        if (!missing.isEmpty()
            && (table.entities().isEmpty()
                ? half || isException(input, shape, index, table)
                : isUndeclared(input, shape, index) && isException(input, shape, index, table))) {
          findings.add(halfKey(shape, index, present, missing));
        }
      }
    }
    return findings;
  }

  /** Returns whether the entity of a shape does not say whether its items are in an index. */
  private static boolean isUndeclared(FindingInput input, ItemShape shape, DeclaredIndex index) {
    List<Entity> entities = input.entitiesOf(shape);
    return entities.size() == 1 && !entities.get(0).isIn(index);
  }

  /**
   * Returns whether nearly all items of the form of a shape are in an index, and those of the shape
   * have a part of its key: a sparse index holds few of the items, or all of a kind.
   */
  private static boolean isException(
      FindingInput input, ItemShape shape, DeclaredIndex index, DesignTable table) {
    Set<String> primary = Set.copyOf(table.key().names());
    Set<String> own = new HashSet<>(index.key().names());
    own.removeAll(primary);
    if (own.stream().noneMatch(shape.keys()::containsKey)) {
      return false;
    }
    long whole = 0;
    for (ItemShape other : input.ledger().items()) {
      boolean same = other.table().equals(shape.table()) && other.keys().keySet().containsAll(own);
      for (String name : primary) {
        same &= Objects.equals(other.keys().get(name), shape.keys().get(name));
      }
      whole += same ? other.written() : 0;
    }
    return whole >= NEARLY_ALL * shape.written();
  }

  /** Returns whether an attribute is named as one that is there for an index alone. */
  static boolean isNamedByIndex(String name) {
    return OF_INDEX.matcher(name).find();
  }

  /** Returns whether an attribute is there for one index alone. */
  private static boolean isOf(DeclaredIndex index, String name, DesignTable table) {
    if (!isNamedByIndex(name) || table.key().names().contains(name)) {
      return false;
    }
    for (DeclaredIndex other : table.indexes()) {
      if (other != index && other.key().names().contains(name)) {
        return false;
      }
    }
    return true;
  }

  private static Finding halfKey(
      ItemShape shape, DeclaredIndex index, List<String> present, List<String> missing) {
    return Finding.of(
            ItemFindings.HALF_INDEX_KEY,
            shape.table(),
            fill(
                "The key attribute {} of index {} is missing{}",
                missing.get(0),
                index.name(),
                shape.written() == 1 ? " (1 write)" : " (" + shape.written() + " writes)"),
            List.of(new Evidence(text(shape), null)))
        .advise(
            "Write {} with {}, or none of them",
            String.join(" and ", missing),
            String.join(" and ", present));
  }

  private static String text(ItemShape shape) {
    List<String> terms = new ArrayList<>();
    shape.keys().forEach((name, template) -> terms.add(name + " = " + template));
    return shape.table() + " " + String.join(" and ", terms);
  }

  // ---- types ----

  private static List<Finding> types(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    for (ItemShape shape : input.ledger().items()) {
      List<Entity> entities = input.entitiesOf(shape);
      for (Map.Entry<String, AttributeCounts> attribute : shape.attributes().entrySet()) {
        String name = attribute.getKey();
        RequestSample other = attribute.getValue().otherType();
        if (other != null
            && attribute.getValue().types().containsAll(NUMBER_AND_TEXT)
            && entities.stream().noneMatch(entity -> isDeclared(entity, name))) {
          findings.add(
              Finding.of(
                      ItemFindings.ATTRIBUTE_TYPE,
                      input.subjectOf(shape),
                      name + " is a number (N) in some items and a text (S) in others",
                      List.of(Evidence.of(other)))
                  .advise(
                      "Write {} of {} as a number (N) in all items, or as a text (S)",
                      name,
                      text(shape)));
        }
      }
    }
    return findings;
  }

  private static boolean isDeclared(Entity entity, String name) {
    AttributeSpec spec = entity.attributes().get(name);
    return spec != null && !spec.types().isEmpty();
  }
}
