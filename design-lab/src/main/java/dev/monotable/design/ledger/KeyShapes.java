package dev.monotable.design.ledger;

import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reduces values of key attributes to templates: by the declared entities if one fits, otherwise by
 * their text. An attribute has at most {@link #MAX_GUESSES} uncertain templates; if it has more,
 * they are values and not constants, and become one template. Without room for another attribute
 * that is not declared, its values become {@link KeyTemplate#ANY}. Not thread-safe.
 */
final class KeyShapes {
  static final int MAX_GUESSES = 16;
  private static final int MAX_TEMPLATES = 4096;

  private final int mostPlaces;
  private final Map<Place, List<KeyTemplate>> declared = new HashMap<>();
  private final Map<Place, Set<String>> guesses = new HashMap<>();
  private final Set<Place> crowded = new HashSet<>();
  private final Map<String, KeyTemplate> templates = new HashMap<>();
  private boolean changed;

  /** An attribute of a table. */
  private record Place(String table, String attribute) {}

  /**
   * Creates an empty instance.
   *
   * @param most the number of attributes that are not declared
   */
  KeyShapes(@Nullable Design design, int most) {
    if (design != null) {
      design.tables().forEach(this::addDeclared);
    }
    this.mostPlaces = declared.size() + most;
  }

  private void addDeclared(DesignTable table) {
    for (Entity entity : table.entities()) {
      entity
          .keys()
          .forEach(
              (attribute, template) ->
                  declared
                      .computeIfAbsent(
                          new Place(table.name(), attribute), place -> new ArrayList<>())
                      .add(template));
    }
  }

  /** Returns the template of a whole value. */
  KeyTemplate ofValue(String table, String attribute, AttributeValue value) {
    return of(table, attribute, value, false);
  }

  /** Returns the template of the beginning of a value, or of a bound of a range. */
  KeyTemplate ofPrefix(String table, String attribute, AttributeValue value) {
    return of(table, attribute, value, true);
  }

  /**
   * Returns whether templates that were returned before have changed since the last call, because
   * an attribute had too many uncertain ones. {@link #current} returns what they are now.
   */
  boolean takeChanged() {
    boolean result = changed;
    changed = false;
    return result;
  }

  /** Returns the present template for one that was returned before. */
  KeyTemplate current(String table, String attribute, KeyTemplate template) {
    Place place = new Place(table, attribute);
    return crowded.contains(place)
            && guesses.getOrDefault(place, Set.of()).contains(template.text())
        ? KeyTemplate.ANY
        : template;
  }

  private KeyTemplate of(String table, String attribute, AttributeValue value, boolean prefix) {
    if (value.type() != AttributeType.S) {
      return KeyTemplate.ANY;
    }
    String text = value.string();
    Place place = new Place(table, attribute);
    List<KeyTemplate> templatesOf = declared.get(place);
    if (templatesOf == null) {
      if (declared.size() >= mostPlaces) {
        return KeyTemplate.ANY;
      }
      templatesOf = List.of();
      declared.put(place, templatesOf);
    }
    KeyTemplate best = null;
    for (KeyTemplate template : templatesOf) {
      KeyTemplate shape = template.find(text) != null ? template.shape() : null;
      if (shape == null && prefix) {
        shape = template.shapeOfPrefix(text);
      }
      if (shape != null && (best == null || shape.literalLength() > best.literalLength())) {
        best = shape;
      }
    }
    return best == null ? guess(place, text) : best;
  }

  private KeyTemplate guess(Place place, String text) {
    KeyWords.Guess guess = KeyWords.guess(text);
    if (guess.certain()) {
      return template(guess.template());
    }
    Set<String> known = guesses.computeIfAbsent(place, p -> new LinkedHashSet<>());
    if (crowded.contains(place)) {
      return KeyTemplate.ANY;
    }
    if (known.add(guess.template()) && known.size() > MAX_GUESSES) {
      crowded.add(place);
      changed = true;
      return KeyTemplate.ANY;
    }
    return template(guess.template());
  }

  private KeyTemplate template(String text) {
    KeyTemplate known = templates.get(text);
    if (known != null) {
      return known;
    }
    KeyTemplate parsed;
    try {
      parsed = KeyTemplate.parse(text);
    } catch (IllegalArgumentException e) {
      return KeyTemplate.ANY;
    }
    if (templates.size() < MAX_TEMPLATES) {
      templates.put(text, parsed);
    }
    return parsed;
  }
}
