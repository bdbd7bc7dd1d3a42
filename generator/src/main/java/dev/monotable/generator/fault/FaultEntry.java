package dev.monotable.generator.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault: a constant if it has a name in capitals, otherwise a record.
 *
 * @param components the components of a record; empty for a constant
 * @param code the error code; that of the family if the entry has none
 * @param otherTexts the texts in other wordings, by the name of the wording
 */
record FaultEntry(
    String name,
    List<Component> components,
    String code,
    FaultTemplate text,
    String about,
    String source,
    Map<String, FaultTemplate> otherTexts) {
  private static final int MOST_LINES = 4;
  private static final Pattern CONSTANT = Pattern.compile("([A-Z][A-Z_]*)( [A-Z_]+)?");
  private static final Pattern RECORD =
      Pattern.compile("([A-Z][A-Za-z]*[a-z][A-Za-z]*)\\((.*)\\)( [A-Z_]+)?");
  private static final Pattern COMPONENT = Pattern.compile("(.+) ([a-z][A-Za-z]*)");
  private static final Set<String> WORDINGS = Set.of("regional", "classic");

  /** The name that places have for the wording. */
  static final String WORDING = "wording";

  /**
   * A component of a record.
   *
   * @param type as in Java
   */
  record Component(String type, String name) {
    boolean isList() {
      return type.startsWith("List<");
    }

    @Override
    public String toString() {
      return type + " " + name;
    }
  }

  /**
   * Reads a statement.
   *
   * @param familyCode the code of faults that name none
   * @param groupSource the source of faults that name none; may be empty
   * @throws IllegalArgumentException if the statement is not a fault
   */
  static FaultEntry of(
      TableStatement statement,
      String familyCode,
      String groupSource,
      Map<String, String> phrases) {
    Matcher constant = CONSTANT.matcher(statement.head());
    Matcher record = RECORD.matcher(statement.head());
    if (!constant.matches() && !record.matches()) {
      throw statement.error(
          "neither NAME, NAME CODE, Name(Type component) nor a keyword: " + statement.head());
    }
    if (statement.lines() > MOST_LINES) {
      throw statement.error(
          statement.lines()
              + " lines; an entry has at most "
              + MOST_LINES
              + ": "
              + statement.head());
    }
    if (statement.text().isEmpty()) {
      throw statement.error("no text: " + statement.head());
    }
    String code = constant.matches() ? constant.group(2) : record.group(3);
    Map<String, FaultTemplate> otherTexts = new TreeMap<>();
    for (String wording : WORDINGS) {
      if (statement.fields().containsKey(wording)) {
        otherTexts.put(wording, FaultTemplate.of(statement, statement.field(wording), phrases));
      }
    }
    FaultEntry entry =
        new FaultEntry(
            constant.matches() ? constant.group(1) : record.group(1),
            constant.matches() ? List.of() : components(statement, record.group(2)),
            code == null ? familyCode : code.strip(),
            FaultTemplate.of(statement, statement.text(), phrases),
            statement.field("about"),
            statement.fields().getOrDefault("source", groupSource),
            otherTexts);
    entry.check(statement);
    return entry;
  }

  private static List<Component> components(TableStatement statement, String list) {
    List<Component> components = new ArrayList<>();
    for (String word : list.split(", ")) {
      Matcher component = COMPONENT.matcher(word);
      if (!component.matches()) {
        throw statement.error("not a component of a record: " + word);
      }
      components.add(new Component(component.group(1), component.group(2)));
    }
    return components;
  }

  private void check(TableStatement statement) {
    List<FaultTemplate> texts = new ArrayList<>(otherTexts.values());
    texts.add(text);
    for (FaultTemplate each : texts) {
      if (isConstant() && !each.isPlain()) {
        throw statement.error(name + " is a constant: its places are names, each of them once");
      }
      if (isConstant() && !List.copyOf(each.values()).equals(List.copyOf(text.values()))) {
        throw statement.error(name + " has other places in another wording");
      }
      for (String value : each.values()) {
        if (!isConstant() && !value.equals(WORDING) && !hasComponent(value)) {
          throw statement.error(name + " has no component for the place <" + value + ">");
        }
      }
    }
  }

  private boolean hasComponent(String value) {
    return components.stream().anyMatch(component -> component.name().equals(value));
  }

  boolean isConstant() {
    return components.isEmpty();
  }

  /** Returns the description with the values of a constant and the source. */
  String comment() {
    List<String> sentences = new ArrayList<>();
    sentences.add(about);
    if (isConstant() && !text.values().isEmpty()) {
      sentences.add("Values: " + String.join(", ", text.values()) + ".");
    }
    sentences.add(source.isEmpty() ? "" : "Source: " + source + ".");
    sentences.removeIf(String::isEmpty);
    return String.join(" ", sentences);
  }
}
