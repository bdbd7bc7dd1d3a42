package dev.monotable.generator.fault;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A family of faults, from a file of the table.
 *
 * @param name the name of the file, and of the type
 * @param code the code of faults that name none
 * @param source the source of faults that name none; may be empty
 * @param byHand the records of the family that are written by hand, as types of their own
 * @param enums the enums that places can have
 */
record FaultFamily(
    String name,
    String about,
    String code,
    String source,
    List<String> byHand,
    List<Choice> enums,
    List<FaultEntry> entries) {
  private static final Pattern CHOICE = Pattern.compile("([A-Z][A-Za-z]*)\\.([A-Z][A-Z0-9_]*)");

  /**
   * An enum whose constants have texts.
   *
   * @param constants in their order
   */
  record Choice(String name, String about, List<Constant> constants) {}

  /** A constant of an enum. */
  record Constant(String name, FaultTemplate text, String about) {}

  /**
   * Reads a family.
   *
   * @param phrases the phrases of all families
   * @throws IllegalArgumentException if a statement is invalid, a name occurs twice, or no
   *     statement describes the family
   */
  static FaultFamily of(String name, List<TableStatement> statements, Map<String, String> phrases) {
    Reader reader = new Reader(phrases);
    statements.forEach(reader::read);
    if (!reader.heads.containsKey("family")) {
      throw new IllegalArgumentException(name + ".txt: no line that begins with family:");
    }
    return new FaultFamily(
        name,
        String.valueOf(reader.heads.get("family")),
        reader.heads.getOrDefault("code", "VALIDATION"),
        reader.source,
        reader.byHand,
        List.copyOf(reader.enums.values()),
        reader.entries);
  }

  List<FaultEntry> constants() {
    return entries.stream().filter(FaultEntry::isConstant).toList();
  }

  List<FaultEntry> records() {
    return entries.stream().filter(entry -> !entry.isConstant()).toList();
  }

  /** Returns whether a type of a component is an enum of this family. */
  boolean hasEnum(String type) {
    return enums.stream().anyMatch(choice -> choice.name().equals(type));
  }

  /** The statements of a family so far. */
  private static final class Reader {
    final Map<String, String> heads = new HashMap<>();
    final List<String> byHand = new ArrayList<>();
    final Map<String, Choice> enums = new LinkedHashMap<>();
    final List<FaultEntry> entries = new ArrayList<>();
    private final Map<String, String> phrases;
    private final Set<String> names = new HashSet<>();
    private String source = "";

    /** The source of the entries up to the next empty line. */
    private String groupSource = "";

    Reader(Map<String, String> phrases) {
      this.phrases = new HashMap<>(phrases);
    }

    void read(TableStatement statement) {
      String head = statement.head();
      Matcher choice = CHOICE.matcher(head);
      groupSource = statement.afterEmpty() ? "" : groupSource;
      if (head.equals("family") || head.equals("code")) {
        heads.put(head, statement.text());
        source = source.isEmpty() ? statement.field("source") : source;
      } else if (head.equals("by hand")) {
        byHand.addAll(List.of(statement.text().split(", ")));
      } else if (head.equals("source")) {
        groupSource = statement.text();
      } else if (head.startsWith("phrase ")) {
        phrases.put(head.substring("phrase ".length()), statement.text());
      } else if (head.startsWith("enum ")) {
        String name = head.substring("enum ".length());
        requireNew(statement, name);
        enums.put(name, new Choice(name, statement.text(), new ArrayList<>()));
      } else if (choice.matches()) {
        requireNew(statement, head);
        Choice of = enums.get(choice.group(1));
        if (of == null) {
          throw statement.error("unknown enum: " + choice.group(1));
        }
        FaultTemplate text = FaultTemplate.of(statement, statement.text(), phrases);
        of.constants().add(new Constant(choice.group(2), text, statement.field("about")));
      } else {
        FaultEntry entry =
            FaultEntry.of(
                statement, heads.getOrDefault("code", "VALIDATION"), groupSource, phrases);
        requireNew(statement, entry.name());
        entries.add(entry);
      }
    }

    private void requireNew(TableStatement statement, String name) {
      if (!names.add(name)) {
        throw statement.error("a second " + name);
      }
    }
  }
}
