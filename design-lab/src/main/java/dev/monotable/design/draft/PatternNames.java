package dev.monotable.design.draft;

import dev.monotable.design.model.Action;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityMatch;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of drafted access patterns: the operation, the entity that it reads or writes, and what an
 * update sets or a Query asks for, such as {@code Query UserOrder by userId}. If several entities
 * may meet the key, its labels are the name.
 */
final class PatternNames {
  private static final int MAX_ATTRIBUTES = 3;
  private static final Pattern SET =
      Pattern.compile("(?:\\b(?:SET|REMOVE|ADD|DELETE)|,) ([A-Za-z_][A-Za-z0-9_.-]*+)(?!\\))");

  private PatternNames() {}

  /** Returns the name of the first request of a pattern. */
  static String first(Shape shape, List<DesignTable> tables) {
    boolean action =
        shape.action() != Action.SCAN && (shape.isTransaction() || shape.isStatement());
    return shape.operation()
        + (action ? " " + shape.action().label() : "")
        + subject(shape, tables);
  }

  /** Returns the name of a request of a pattern behind the first one. */
  static String next(Shape shape, List<DesignTable> tables) {
    return shape.action().label() + subject(shape, tables);
  }

  private static String subject(Shape shape, List<DesignTable> tables) {
    KeyConditionTemplate key = shape.key();
    String index = shape.index() == null ? "" : " by " + shape.index();
    if (shape.action() == Action.SCAN || key == null) {
      return " " + shape.table() + index;
    }
    List<Entity> entities = new ArrayList<>();
    for (DesignTable table : tables) {
      if (table.name().equals(shape.table())) {
        entities.addAll(EntityMatch.of(table, shape));
      }
    }
    if (entities.size() != 1) {
      return labels(key) + index;
    }
    String entity = entities.get(0).name();
    if (shape.action() == Action.QUERY) {
      return " " + entity + " by " + String.join(", ", fields(DesignDraft.declared(shape, tables)));
    }
    Set<String> updated = new LinkedHashSet<>();
    Matcher names = SET.matcher(Objects.toString(shape.expressions().update(), ""));
    while (names.find() && updated.size() < MAX_ATTRIBUTES) {
      updated.add(names.group(1));
    }
    return " " + (updated.isEmpty() ? "" : String.join(", ", updated) + " of ") + entity;
  }

  /** Returns the fields of a key condition; the name of an attribute whose value has none. */
  private static Set<String> fields(Shape shape) {
    Set<String> fields = new LinkedHashSet<>();
    for (TermTemplate term : Objects.requireNonNull(shape.key()).terms()) {
      KeyTemplate value = term.values().get(0);
      boolean label = FieldNames.findLabel(value) != null;
      fields.addAll(value.isConstant() && !label ? Set.of(term.attribute()) : value.fields());
    }
    return fields.isEmpty()
        ? Set.of(Objects.requireNonNull(shape.key()).terms().get(0).attribute())
        : fields;
  }

  private static String labels(KeyConditionTemplate key) {
    StringBuilder names = new StringBuilder();
    for (TermTemplate term : key.terms()) {
      String label = FieldNames.findLabel(term.values().get(0));
      names.append(' ');
      names.append(label == null ? term.attribute() : FieldNames.camelCase(label, true));
    }
    return names.toString();
  }
}
