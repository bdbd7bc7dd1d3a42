package dev.monotable.design.ledger;

import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.KeyWords;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reduces values of key attributes to templates: by the declared entities if one fits, otherwise by
 * their text. Of the uncertain templates of an attribute, at most {@link #MAX_GUESSES} have the
 * same general one; if there are more, they are values and not constants, and become the general
 * one. Without room for another attribute that is not declared, its values become {@link
 * KeyTemplate#ANY}. Not thread-safe.
 */
final class KeyShapes {
  static final int MAX_GUESSES = 16;
  private static final int MAX_TEMPLATES = 4096;

  /** A power of two. */
  private static final int RECENT = 256;

  private final int mostPlaces;
  private final Map<Place, List<KeyTemplate>> declared = new HashMap<>();
  private final Map<Group, Map<String, Word>> guesses = new HashMap<>();
  private final Map<Uncertain, Group> byTemplate = new HashMap<>();
  private final Set<Group> crowded = new HashSet<>();
  private final Map<String, KeyTemplate> templates = new HashMap<>();
  private boolean changed;

  /** The values that were reduced last, by their hashes. */
  private final @Nullable Guessed[] recent = new @Nullable Guessed[RECENT];

  /** An attribute of a table. */
  private record Place(String table, String attribute) {}

  /** The uncertain templates of an attribute that would become the same general one. */
  private record Group(Place place, KeyTemplate general) {}

  /** An uncertain template of an attribute. */
  private record Uncertain(Place place, String template) {}

  /** A value, and what its text suggests. */
  private final class Guessed {
    private final String text;
    private final boolean certain;
    private final KeyTemplate template;
    private final KeyTemplate general;
    private final int others;

    private Guessed(String text, KeyWords.Guess guess) {
      this.text = text;
      this.certain = guess.certain();
      this.template = template(guess.template());
      this.general = certain ? template : template(guess.general());
      this.others = guess.others().hashCode();
    }
  }

  /** A word that may be a constant. */
  private static final class Word {
    private final int others;
    private boolean repeated;

    private Word(int others) {
      this.others = others;
    }
  }

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
    Group group = byTemplate.get(new Uncertain(new Place(table, attribute), template.text()));
    return group != null && crowded.contains(group) ? group.general() : template;
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

  /** Returns what a text suggests; the same values are often reduced one after the other. */
  private Guessed guess(String text) {
    int at = text.hashCode() & (RECENT - 1);
    Guessed known = recent[at];
    if (known == null || !known.text.equals(text)) {
      known = new Guessed(text, KeyWords.guess(text));
      recent[at] = known;
    }
    return known;
  }

  private KeyTemplate guess(Place place, String text) {
    Guessed guess = guess(text);
    if (guess.certain) {
      return guess.template;
    }
    Group group = new Group(place, guess.general);
    Map<String, Word> known = guesses.get(group);
    if (known == null) {
      if (guesses.size() >= MAX_TEMPLATES) {
        return group.general();
      }
      known = new LinkedHashMap<>();
      guesses.put(group, known);
    }
    if (crowded.contains(group)) {
      return group.general();
    }
    Word word = known.get(guess.template.text());
    if (word == null) {
      word = new Word(guess.others);
      known.put(guess.template.text(), word);
      byTemplate.put(new Uncertain(place, guess.template.text()), group);
      if (known.size() > MAX_GUESSES) {
        crowded.add(group);
        changed = true;
        return group.general();
      }
    }
    word.repeated |= word.others != guess.others;
    return guess.template;
  }

  /**
   * Decides about words behind values, such as <code>u#{}#follower</code>: those that were each
   * seen beside one value only, and not beside the same one, are values themselves, such as those
   * of <code>REPO#{}#{}</code>.
   *
   * @return whether templates that were returned before have changed
   */
  boolean settle() {
    guesses.forEach(
        (group, known) -> {
          Set<Integer> others = new HashSet<>();
          boolean repeated = group.general().equals(KeyTemplate.ANY);
          for (Word word : known.values()) {
            others.add(word.others);
            repeated |= word.repeated;
          }
          if (!repeated && others.size() > 1 && crowded.add(group)) {
            changed = true;
          }
        });
    return takeChanged();
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
