package dev.monotable.design.file;

import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.ReadMode;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a design of the {@code dynamodb_data_model.json} that the skill {@code amazon-dynamodb} of
 * the <a href="https://github.com/aws/agent-toolkit-for-aws">Agent Toolkit for AWS</a> writes for
 * its cost calculator: tables with the sizes and numbers of their entities, global and vector
 * indexes, and access patterns with their rates at the peak and on average. Keys have no templates,
 * so each key attribute is a field.
 */
final class CostModelDesign {
  private static final int HOURS = 24;
  private static final Set<String> PATTERN_USED =
      Set.of(
          "pattern_id",
          "description",
          "operation",
          "table",
          "index",
          "peak_rps",
          "avg_rps",
          "estimated_item_size_bytes",
          "items_per_request",
          "consistency",
          "projection",
          "filter");

  private static final String NO_TEMPLATES = "The data model says nothing about the form of keys.";

  private final Mapping root;
  private final Consumer<Notice> notices;

  private CostModelDesign(Mapping root, Consumer<Notice> notices) {
    this.root = root;
    this.notices = notices;
  }

  /** Returns whether a file is such a model: its tables have a {@code table_name}. */
  static boolean isModel(Mapping root) {
    return root.find("tables") instanceof Sequence tables
        && !tables.elements().isEmpty()
        && tables.elements().get(0) instanceof Mapping first
        && first.findPresent("table_name") != null;
  }

  static Design read(String name, Mapping root, Consumer<Notice> notices) {
    return new CostModelDesign(root, notices).design(name);
  }

  private Design design(String name) {
    List<Mapping> entries = mappings(root, "access_patterns");
    Map<String, Integer> sizes = new HashMap<>();
    for (Mapping entry : entries) {
      Double bytes = findNumber(entry, "estimated_item_size_bytes");
      if (bytes != null) {
        sizes.merge(
            require(entry, "table", "an access pattern"), (int) Math.round(bytes), Math::max);
      }
    }
    List<DesignTable> tables = new ArrayList<>();
    for (Mapping each : mappings(root, "tables")) {
      String table = require(each, "table_name", "a table");
      tables.add(new CostModelTables(each, notices).read(sizes.get(table)));
    }
    Design design = new Design(name, null, tables, List.of(), List.of());
    List<DeclaredPattern> patterns = new ArrayList<>();
    for (Mapping entry : entries) {
      String id = require(entry, "pattern_id", "an access pattern");
      try {
        patterns.add(pattern(id, entry, design));
      } catch (IllegalArgumentException e) {
        notices.accept(
            new Notice(
                entry.at(), "access pattern '" + id + "' is not in the design: " + e.getMessage()));
      }
    }
    return new Design(
        name,
        null,
        tables,
        patterns,
        List.of(new AcceptedFinding("entities-meet", null, NO_TEMPLATES)));
  }

  private DeclaredPattern pattern(String id, Mapping entry, Design design) {
    entry.members().stream()
        .filter(member -> !PATTERN_USED.contains(member.name()))
        .forEach(
            member ->
                notices.accept(new Notice(member.at(), "'" + member.name() + "' has no effect")));
    OperationSchema<?, ?> operation =
        Operations.find(require(entry, "operation", "an access pattern"));
    Action action = operation == null ? Action.OTHER : Action.usual(operation);
    if (operation == null || action == Action.OTHER) {
      throw new IllegalArgumentException(
          findText(entry, "operation") + " does not read or write items by their keys");
    }
    DesignTable table = design.findTable(require(entry, "table", "an access pattern"));
    String index = findText(entry, "index");
    DeclaredKey key = table == null ? null : table.findKey(index);
    if (table == null || key == null) {
      throw new IllegalArgumentException(
          table == null ? "its table is not in the model" : "there is no index '" + index + "'");
    }
    boolean strong = "strong".equals(findText(entry, "consistency"));
    Shape shape =
        new Shape(
            operation.name(),
            action,
            table.name(),
            index,
            condition(action, key),
            ShapeExpressions.NONE,
            new ReadMode(strong && action.isRead(), true, null, false));
    Double given = findNumber(entry, "items_per_request");
    double items = given == null ? 1 : given;
    boolean several = action == Action.QUERY || action == Action.SCAN;
    return new DeclaredPattern(
        id,
        findText(entry, "description"),
        List.of(
            new PatternRequest(
                shape,
                several || !shape.hasParts() ? 1 : items,
                several ? Double.valueOf(items) : null)),
        traffic(entry),
        Budget.UNLIMITED);
  }

  /** Returns the key of an item, the partition key of a Query, or null for a Scan. */
  private static @Nullable KeyConditionTemplate condition(Action action, DeclaredKey key) {
    if (action == Action.SCAN) {
      return null;
    }
    List<TermTemplate> terms = new ArrayList<>();
    for (DeclaredKeyAttribute each : action == Action.QUERY ? key.partition() : key.attributes()) {
      terms.add(
          TermTemplate.equal(
              each.name(), KeyTemplate.parse("{" + CostModelTables.field(each.name()) + "}")));
    }
    return new KeyConditionTemplate(terms);
  }

  /**
   * Returns the average rate, and a day of which one hour has the rate of the peak. Without an
   * average, the peak is the rate of all hours.
   */
  static Traffic traffic(Mapping entry) {
    Double peak = findNumber(entry, "peak_rps");
    Double average = findNumber(entry, "avg_rps");
    Double known = average == null ? peak : average;
    if (known == null) {
      return Traffic.UNKNOWN;
    }
    double rate = known;
    Frequency frequency =
        Section.at(entry.at(), () -> new Frequency(rate, Frequency.Period.SECOND));
    if (peak == null || peak <= rate || rate == 0) {
      return new Traffic(frequency, null, List.of());
    }
    double highest = Math.min(peak, HOURS * rate);
    List<Double> day =
        new ArrayList<>(Collections.nCopies(HOURS, (HOURS * rate - highest) / (HOURS - 1)));
    day.set(HOURS / 2, highest);
    return new Traffic(frequency, null, day);
  }

  // ---- members ----

  static List<Mapping> mappings(Mapping parent, String member) {
    List<Mapping> all = new ArrayList<>();
    FileValue value = parent.findPresent(member);
    if (value != null) {
      for (FileValue each : FileValue.elements(value, member)) {
        all.add(FileValue.mapping(each, "an element of " + member));
      }
    }
    return all;
  }

  static @Nullable String findText(Mapping parent, String member) {
    FileValue value = parent.findPresent(member);
    String text = value == null ? "" : FileValue.text(value, member);
    return text.isBlank() ? null : text;
  }

  static String require(Mapping parent, String member, String what) {
    String text = findText(parent, member);
    if (text == null) {
      throw new InvalidContentException(parent.at(), what + " needs " + member);
    }
    return text;
  }

  /** Returns a number that is not negative, or null. */
  static @Nullable Double findNumber(Mapping parent, String member) {
    FileValue value = parent.findPresent(member);
    if (value == null) {
      return null;
    }
    double number = Section.number(value, member);
    if (!(number >= 0) || number > 1e15) {
      throw new InvalidContentException(value.at(), "'" + member + "' must be from 0 to 1e15");
    }
    return number;
  }
}
