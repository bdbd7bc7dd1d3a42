package dev.monotable.design.model;

import java.util.ArrayList;
import java.util.List;

/** Finds the entities that a request may read or write. */
public final class EntityMatch {
  private EntityMatch() {}

  /** Returns the entities whose keys can meet the key condition of a shape; all without one. */
  public static List<Entity> of(DesignTable table, Shape shape) {
    KeyConditionTemplate key = shape.key();
    List<Entity> found = new ArrayList<>();
    for (Entity entity : table.entities()) {
      boolean fits = true;
      if (key != null) {
        for (TermTemplate term : key.terms()) {
          KeyTemplate template = entity.keys().get(term.attribute());
          fits &= template != null && fits(template, term);
        }
      }
      if (fits) {
        found.add(entity);
      }
    }
    return found;
  }

  private static boolean fits(KeyTemplate template, TermTemplate term) {
    KeyTemplate value = term.values().get(0);
    return switch (term.comparison()) {
      case EQUAL -> template.canMeet(value);
      case BEGINS_WITH -> {
        String prefix = value.literalPrefix();
        String own = template.literalPrefix();
        yield own.startsWith(prefix) || (!template.isConstant() && prefix.startsWith(own));
      }
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, BETWEEN -> true;
    };
  }
}
