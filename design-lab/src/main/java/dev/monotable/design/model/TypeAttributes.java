package dev.monotable.design.model;

import java.util.Locale;
import java.util.Set;

/**
 * The attributes that name the entity of an item, as applications and their libraries call them.
 */
public final class TypeAttributes {
  private static final Set<String> NAMES =
      Set.of(
          "type",
          "entity",
          "entitytype",
          "entity_type",
          "itemtype",
          "_type",
          "__typename",
          "_et",
          "__edb_e__",
          "__en",
          "kind");

  private TypeAttributes() {}

  /** Returns whether an attribute with this name usually names the entity. */
  public static boolean contains(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }
}
