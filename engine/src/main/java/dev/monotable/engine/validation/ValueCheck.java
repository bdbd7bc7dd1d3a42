package dev.monotable.engine.validation;

import dev.monotable.engine.error.Violation;
import dev.monotable.schema.Constraints;
import dev.monotable.schema.FrozenMap;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.Echo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of one value, computed once from the model and the overlay. {@link #holds} runs
 * for every request and allocates nothing. {@link #collect} runs only for invalid requests: it
 * finds the same violations again and describes them.
 */
final class ValueCheck {
  private final Overlay overlay;
  private final ShapeSchema schema;
  private final long min;
  private final long max;

  /** The path that a value above the maximum is reported with; null for its own path. */
  private final @Nullable String maxPath;

  private final @Nullable TextPattern pattern;
  private final boolean patternFirst;
  private final boolean printedAsJson;
  private final boolean yieldingKeys;

  /** Whether a string that is too long is reported by its wire name, and alone. */
  private final boolean terseMaximum;

  /** The check of an ARN, to which no other constraint applies; null if ARNs are not accepted. */
  private final @Nullable TableArnCheck arns;

  /**
   * The minimum length of a name whose bounds are those of an ARN. An empty name is reported by the
   * minimum of the ARN only.
   */
  private final int shortest;

  /** Whether an empty text is not matched with the pattern, because a later check reports it. */
  private final boolean emptyMatches;

  private final List<String> allowed;

  /** The values of the enum that the operation accepts; empty if it accepts all. */
  private final List<String> accepted;

  private final List<String> printedValues;
  private final Violation.Form enumForm;
  private final Violation.@Nullable Demand emptySentence;
  private final @Nullable ValueCheck key;

  /** The check of every element of a list or value of a map. */
  private final @Nullable ValueCheck element;

  private final @Nullable StructureCheck structure;

  /** Whether every value is valid. */
  private final boolean vacuous;

  /**
   * Creates a check.
   *
   * @param targets the targets of overlay lines that apply, the most specific first
   * @param name the overlay line by which the value is a name or an ARN, or null
   */
  private ValueCheck(
      Overlay overlay,
      ArnScope scope,
      ShapeSchema schema,
      List<String> targets,
      String messageName,
      Overlay.@Nullable Line name) {
    this.overlay = overlay;
    this.schema = schema;
    Constraints model = schema.constraints();
    Bounds bounds = name != null ? nameBounds(name, scope) : bounds(targets);
    min = bounds.min();
    max = bounds.max();
    Overlay.Line maximum = find(targets, Overlay.Change.MAX);
    maxPath = maximum != null && maximum.arguments().contains("by-name") ? messageName : null;
    pattern = bounds.pattern();
    arns = bounds.arns();
    shortest = arns != null && min == 1 ? TableArnCheck.MIN_NAME : 0;
    emptyMatches = name == null && has(targets, Overlay.Change.NO_BOUNDS);
    patternFirst = has(targets, Overlay.Change.PATTERN_FIRST);
    printedAsJson = has(targets, Overlay.Change.PRINTED_AS_JSON);
    yieldingKeys = has(targets, Overlay.Change.YIELDING_KEYS);
    terseMaximum = has(targets, Overlay.Change.TERSE_MAXIMUM);
    allowed = has(targets, Overlay.Change.ANY_VALUE) ? List.of() : model.values();
    Overlay.Line only = find(targets, Overlay.Change.ONLY);
    accepted = only == null ? List.of() : only.arguments();
    PrintedEnum printed = printedEnum(targets, model);
    enumForm = printed.form();
    printedValues = printed.values();
    Overlay.Line sentence = find(targets, Overlay.Change.EMPTY_SENTENCE);
    emptySentence =
        sentence == null ? null : new Violation.Presence(messageName, sentence.arguments().get(0));

    ValueCheck keyCheck = null;
    ValueCheck elementCheck = null;
    StructureCheck structureCheck = null;
    if (schema instanceof MapSchema map) {
      keyCheck = ofKeys(overlay, scope, map, find(targets, Overlay.Change.KEYS_NAME_OR_ARN));
      elementCheck =
          has(targets, Overlay.Change.NO_VALUE_BOUNDS) ? null : of(overlay, scope, map.value());
    } else if (schema instanceof ListSchema list) {
      elementCheck = of(overlay, scope, list.element());
    } else if (schema instanceof StructureSchema<?> shape) {
      structureCheck = new StructureCheck(overlay, scope, shape);
    }
    key = keyCheck != null && keyCheck.vacuous ? null : keyCheck;
    element = elementCheck;
    structure = structureCheck;
    vacuous =
        min == Constraints.NO_MIN
            && max == Constraints.NO_MAX
            && pattern == null
            && allowed.isEmpty()
            && element == null
            && (structure == null || structure.isVacuous());
  }

  private static ValueCheck ofKeys(
      Overlay overlay, ArnScope scope, MapSchema map, Overlay.@Nullable Line name) {
    return new ValueCheck(overlay, scope, map.key(), List.of('@' + map.key().name()), "", name);
  }

  /** The bounds of a length or a value, and the pattern of a text. */
  private record Bounds(
      long min, long max, @Nullable TextPattern pattern, @Nullable TableArnCheck arns) {}

  /** Returns the bounds of a name that may be an ARN instead. */
  private Bounds nameBounds(Overlay.Line name, ArnScope scope) {
    TextPattern pattern = TextPattern.of(name.arguments().get(2), false);
    long max = name.number(1);
    TableArnCheck arns = new TableArnCheck(scope, schema.constraints().max(), max, pattern);
    return new Bounds(name.number(0), max, pattern, arns);
  }

  private Bounds bounds(List<String> targets) {
    Constraints model = schema.constraints();
    boolean unbounded = has(targets, Overlay.Change.NO_BOUNDS);
    Overlay.Line least = find(targets, Overlay.Change.MIN);
    Overlay.Line greatest = find(targets, Overlay.Change.MAX);
    return new Bounds(
        least != null ? least.number(0) : unbounded ? Constraints.NO_MIN : model.min(),
        greatest != null ? greatest.number(0) : unbounded ? Constraints.NO_MAX : model.max(),
        model.pattern() == null
            ? null
            : TextPattern.of(model.pattern(), has(targets, Overlay.Change.ANCHORED)),
        null);
  }

  /** The report of a value outside an enum, and the values that the report lists. */
  private record PrintedEnum(Violation.Form form, List<String> values) {}

  private PrintedEnum printedEnum(List<String> targets, Constraints model) {
    Overlay.Line bareAlone = find(targets, Overlay.Change.BARE_ENUM_ALONE);
    if (bareAlone != null) {
      return new PrintedEnum(Violation.Form.BARE_ALONE, bareAlone.arguments());
    }
    Overlay.Line bare = find(targets, Overlay.Change.BARE_ENUM);
    if (bare != null) {
      return new PrintedEnum(Violation.Form.BARE, bare.arguments());
    }
    Overlay.Line printed = find(targets, Overlay.Change.ENUM);
    return new PrintedEnum(
        has(targets, Overlay.Change.UNCOUNTED) ? Violation.Form.UNCOUNTED : Violation.Form.VALUE,
        printed != null ? printed.arguments() : model.values());
  }

  /** Returns the check of a member of a structure. */
  static ValueCheck of(Overlay overlay, ArnScope scope, String structure, Member member) {
    String target = structure + '.' + member.wireName();
    return new ValueCheck(
        overlay,
        scope,
        member.schema(),
        List.of(target, '@' + member.schema().name()),
        member.messageName(),
        overlay.find(target, Overlay.Change.NAME_OR_ARN));
  }

  private static ValueCheck of(Overlay overlay, ArnScope scope, ShapeSchema schema) {
    return new ValueCheck(overlay, scope, schema, List.of('@' + schema.name()), "", null);
  }

  private Overlay.@Nullable Line find(List<String> targets, Overlay.Change change) {
    for (String target : targets) {
      Overlay.Line line = overlay.find(target, change);
      if (line != null) {
        return line;
      }
    }
    return null;
  }

  private boolean has(List<String> targets, Overlay.Change change) {
    return find(targets, change) != null;
  }

  /** Returns whether every value is valid. */
  boolean isVacuous() {
    return vacuous;
  }

  ShapeSchema schema() {
    return schema;
  }

  /** Returns whether a non-null value is valid. */
  boolean holds(Object value) {
    return switch (schema.type()) {
      case STRING -> holdsText((String) value);
      case INTEGER, LONG -> withinBounds(((Number) value).longValue());
      case LIST -> holdsList((List<?>) value);
      case MAP -> holdsMap((FrozenMap<?>) value);
      case STRUCTURE -> structure == null || structure.holds((Record) value);
      case DOUBLE, BOOLEAN, TIMESTAMP, ATTRIBUTE_VALUE, ITEM -> true;
    };
  }

  private boolean withinBounds(long length) {
    return length >= min && length <= max;
  }

  private boolean holdsText(String text) {
    if (arns != null && Arn.begins(text)) {
      return arns.violation(text, "", "") == null;
    }
    return withinBounds(text.length())
        && text.length() >= shortest
        && (pattern == null || matches(pattern, text))
        && (allowed.isEmpty() || allowed.contains(text))
        && (accepted.isEmpty() || accepted.contains(text));
  }

  private boolean holdsList(List<?> list) {
    if (!withinBounds(list.size())) {
      return false;
    }
    for (int i = 0; i < list.size(); i++) {
      Object value = list.get(i);
      if (value == null || (element != null && !element.vacuous && !element.holds(value))) {
        return false;
      }
    }
    return true;
  }

  private boolean holdsMap(FrozenMap<?> map) {
    if (!withinBounds(map.size())) {
      return false;
    }
    for (int i = 0; i < map.size(); i++) {
      if (key != null && !key.holds(map.keyAt(i))) {
        return false;
      }
      Object value = map.valueAt(i);
      if (value == null || (element != null && !element.vacuous && !element.holds(value))) {
        return false;
      }
    }
    return true;
  }

  /** Adds the violations of a non-null value. */
  void collect(Object value, String path, String wirePath, Violations found) {
    switch (schema.type()) {
      case STRING -> collectText((String) value, path, wirePath, found);
      case INTEGER, LONG ->
          collectBounds(((Number) value).longValue(), value, path, wirePath, found);
      case LIST -> collectList((List<?>) value, path, wirePath, found);
      case MAP -> collectMap((FrozenMap<?>) value, path, wirePath, found);
      case STRUCTURE -> {
        if (structure != null) {
          structure.collect((Record) value, path, wirePath, found);
        }
      }
      case DOUBLE, BOOLEAN, TIMESTAMP, ATTRIBUTE_VALUE, ITEM -> {}
    }
  }

  private void collectText(String text, String path, String wirePath, Violations found) {
    if (arns != null && Arn.begins(text)) {
      Violation violation = arns.violation(text, path, wirePath);
      if (violation != null) {
        found.add(violation);
      }
      return;
    }
    boolean isShort = text.length() < shortest;
    boolean mismatch = pattern != null && !(isShort && text.isEmpty()) && !matches(pattern, text);
    if (mismatch && patternFirst) {
      found.add(path, wirePath, text, patternDemand());
    }
    collectBounds(text.length(), text, path, wirePath, found);
    if (isShort && !text.isEmpty()) {
      found.add(
          path,
          wirePath,
          print(text, found),
          new Violation.Bound(Violation.Bound.Kind.MIN_LENGTH, shortest));
    }
    boolean hidden = isShort && found.isTerse();
    if (mismatch && !patternFirst && !hidden) {
      found.add(path, wirePath, text, patternDemand());
    }
    if (!allowed.isEmpty() && !allowed.contains(text)) {
      found.add(new Violation(enumForm, path, wirePath, text, new Violation.OneOf(printedValues)));
    } else if (!accepted.isEmpty() && !accepted.contains(text)) {
      found.addLast(path, wirePath, new Violation.Accepted(wirePath, accepted));
    }
  }

  /**
   * Returns whether a text that may be too long matches. A regular expression of the model may take
   * cubic time, so it is not tried on a text beyond the maximum length.
   */
  private boolean matches(TextPattern wanted, String text) {
    return (emptyMatches && text.isEmpty())
        || ((wanted.isLinear() || text.length() <= max) && wanted.matches(text));
  }

  private Violation.Demand patternDemand() {
    return new Violation.Match(pattern == null ? "" : pattern.printed());
  }

  private void collectBounds(
      long length, Object value, String path, String wirePath, Violations found) {
    boolean number = schema.type() == ShapeType.INTEGER || schema.type() == ShapeType.LONG;
    if (length < min) {
      Violation.Demand demand =
          new Violation.Bound(
              number ? Violation.Bound.Kind.MIN_VALUE : Violation.Bound.Kind.MIN_LENGTH, min);
      if (length == 0 && emptySentence != null) {
        found.add(
            new Violation(
                Violation.Form.SENTENCE, path, wirePath, print(value, found), emptySentence));
      } else {
        found.addTerse(path, wirePath, print(value, found), demand);
      }
    }
    if (length > max && schema.type() == ShapeType.LIST) {
      found.addTerse(maxPath != null ? maxPath : path, wirePath, print(value, found), maxLength());
    } else if (length > max && number) {
      Violation.Demand demand = new Violation.Bound(Violation.Bound.Kind.MAX_VALUE, max);
      found.addMaximum(path, wirePath, print(value, found), demand);
    } else if (length > max && terseMaximum) {
      found.addNamed(path, wirePath, print(value, found), maxLength());
    } else if (length > max) {
      found.add(path, wirePath, print(value, found), maxLength());
    }
  }

  private Violation.Demand maxLength() {
    return new Violation.Bound(Violation.Bound.Kind.MAX_LENGTH, max);
  }

  /** Returns the value as AWS prints it; null if the violation will not be reported with it. */
  private @Nullable String print(Object value, Violations found) {
    if (found.isFull()) {
      return null;
    }
    return printedAsJson ? ValueJson.of(schema, value) : ValueText.of(overlay, schema, value);
  }

  private void collectList(List<?> list, String path, String wirePath, Violations found) {
    collectBounds(list.size(), list, path, wirePath, found);
    if (element != null && element.isScalar()) {
      for (Object value : list) {
        if (value != null && !element.holds(value)) {
          found.add(path, wirePath, print(list, found), element.each(Violation.Each.Part.ELEMENT));
          break;
        }
      }
    }
    collectElements(list, path, wirePath, found);
  }

  private void collectElements(List<?> list, String path, String wirePath, Violations found) {
    for (int i = 0; i < list.size(); i++) {
      Object value = list.get(i);
      if (value != null && (element == null || element.isScalar() || element.holds(value))) {
        continue;
      }
      String at = found.isFull() ? "" : '.' + String.valueOf(i + 1) + ".member";
      collectPart(value, path + at, wirePath + at, found);
    }
  }

  /** Adds the violations of an element. */
  private void collectPart(@Nullable Object value, String path, String wirePath, Violations found) {
    if (value == null) {
      found.add(path, wirePath, null, Violation.PlainDemand.NOT_NULL);
    } else if (element != null) {
      element.collect(value, path, wirePath, found);
    }
  }

  private void collectMap(FrozenMap<?> map, String path, String wirePath, Violations found) {
    collectBounds(map.size(), map, path, wirePath, found);
    if (key != null) {
      for (int i = 0; i < map.size(); i++) {
        if (key.arns != null && Arn.begins(map.keyAt(i))) {
          key.collectText(map.keyAt(i), path, wirePath, found);
        } else if (!key.holds(map.keyAt(i))) {
          Violation.Demand demand = key.each(Violation.Each.Part.KEY);
          if (yieldingKeys) {
            found.addYielding(path, wirePath, print(map, found), demand);
          } else {
            found.add(path, wirePath, print(map, found), demand);
          }
          break;
        }
      }
    }
    if (element == null) {
      return;
    }
    for (int i = 0; i < map.size(); i++) {
      Object value = map.valueAt(i);
      if (value != null && !element.holdsItself(value)) {
        found.add(path, wirePath, print(map, found), element.each(Violation.Each.Part.VALUE));
        break;
      }
    }
    for (int i = 0; i < map.size(); i++) {
      Object value = map.valueAt(i);
      String at = found.isFull() ? "" : '.' + Echo.of(map.keyAt(i)) + ".member";
      if (value == null) {
        found.add(path + at, wirePath + at, null, Violation.PlainDemand.NOT_NULL);
      } else if (!element.isScalar()) {
        element.collectParts(value, path + at, wirePath + at, found);
      }
    }
  }

  /**
   * Adds the violations of the parts of a map value; those of the value itself were reported for
   * the map.
   */
  private void collectParts(Object value, String path, String wirePath, Violations found) {
    if (value instanceof List<?> list) {
      collectElements(list, path, wirePath, found);
    } else {
      collect(value, path, wirePath, found);
    }
  }

  private boolean isScalar() {
    return switch (schema.type()) {
      case STRING, INTEGER, LONG -> true;
      case LIST, MAP, STRUCTURE, DOUBLE, BOOLEAN, TIMESTAMP, ATTRIBUTE_VALUE, ITEM -> false;
    };
  }

  /** Returns whether a value is valid, without checking its parts. */
  private boolean holdsItself(Object value) {
    if (value instanceof List<?> list) {
      return withinBounds(list.size());
    }
    if (value instanceof FrozenMap<?> map) {
      return withinBounds(map.size());
    }
    return !isScalar() || holds(value);
  }

  /**
   * Returns the constraints of the value itself, as AWS lists them for elements, keys and values.
   */
  private Violation.Demand each(Violation.Each.Part part) {
    List<Violation.Demand> demands = new ArrayList<>();
    if (max != Constraints.NO_MAX) {
      demands.add(maxLength());
    }
    if (min != Constraints.NO_MIN) {
      demands.add(new Violation.Bound(Violation.Bound.Kind.MIN_LENGTH, min));
    }
    if (pattern != null) {
      demands.add(patternDemand());
    }
    if (!allowed.isEmpty()) {
      demands.add(new Violation.OneOf(printedValues));
    }
    return new Violation.Each(part, demands);
  }
}
