package dev.monotable.design.file;

import dev.monotable.design.model.Action;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.ReadMode;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the access patterns of a design file. */
final class PatternReader {
  /** A value of an expression: {@code :name} as in code, or {@code {name}}. */
  private static final Pattern NAMED =
      Pattern.compile("\\{[^{}]*}|(?<![A-Za-z0-9_:.-]):[A-Za-z0-9_]+");

  private static final Pattern DISTRIBUTION =
      Pattern.compile("(uniform|zipf\\(([0-9.]+)\\)) over ([0-9][0-9_]*)");

  private final List<DesignTable> tables;

  PatternReader(List<DesignTable> tables) {
    this.tables = tables;
  }

  DeclaredPattern pattern(NamedValue named) {
    Section section = Section.of(named.value(), "pattern '" + named.name() + "'");
    String description = section.findText("description");
    List<PatternRequest> requests = new ArrayList<>();
    FileValue several = section.find("requests");
    if (several == null) {
      addRequests(section, null, requests);
    } else {
      FileValue table = section.find("table");
      for (FileValue each : FileValue.elements(several, "requests")) {
        Section request = Section.of(each, "a request");
        addRequests(request, table, requests);
        request.end();
      }
    }
    Traffic traffic = traffic(section);
    Budget budget = budget(section.find("budget"));
    section.end();
    return Section.at(
        section.at(),
        () -> new DeclaredPattern(named.name(), description, requests, traffic, budget));
  }

  /**
   * Reads a request, or the actions of a batch or transaction.
   *
   * @param outer the table of the whole pattern; null without one
   */
  private void addRequests(
      Section section, @Nullable FileValue outer, List<PatternRequest> requests) {
    String operation = section.requireText("operation");
    FileValue actions = section.find("actions");
    if (actions == null) {
      requests.add(request(section, outer, operation));
      return;
    }
    FileValue table = section.find("table");
    for (FileValue each : FileValue.elements(actions, "actions")) {
      Section action = Section.of(each, "an action");
      requests.add(request(action, table == null ? outer : table, operation));
      action.end();
    }
  }

  private PatternRequest request(Section section, @Nullable FileValue outer, String operation) {
    Action action = action(section, operation);
    DesignTable table = table(section, outer);
    String index = section.findText("index");
    DeclaredKey key = table.findKey(index);
    if (key == null) {
      throw new InvalidContentException(
          section.require("index").at(),
          "table '" + table.name() + "' has no index '" + index + "'");
    }
    KeyConditionTemplate condition = section.find("key", KeyConditionTemplate::parse);
    require(section, action, key, condition);
    Shape shape =
        new Shape(
            operation,
            action,
            table.name(),
            index,
            condition,
            new ShapeExpressions(
                placeholders(section.findText("filter")),
                section.findText("projection"),
                placeholders(section.findText("condition")),
                placeholders(section.findText("update"))),
            new ReadMode(
                section.truth("consistent", false),
                !section.truth("descending", false),
                section.findWhole("limit"),
                section.truth("countOnly", false)));
    Double times = section.findNumber("times");
    Double items = section.findNumber("items");
    return Section.at(
        section.at(), () -> new PatternRequest(shape, times == null ? 1 : times, items));
  }

  /**
   * Returns an expression whose values are {@code {}}, as in observed requests, without their
   * names.
   */
  private static @Nullable String placeholders(@Nullable String expression) {
    return expression == null ? null : NAMED.matcher(expression).replaceAll("{}");
  }

  /** Checks that a key condition has the attributes of the key, and all of a primary key. */
  private static void require(
      Section section, Action action, DeclaredKey key, @Nullable KeyConditionTemplate condition) {
    if (condition == null) {
      if (action == Action.SCAN || action == Action.OTHER) {
        return;
      }
      throw new InvalidContentException(
          section.at(), "a request with the action " + action.label() + " needs key");
    }
    List<String> names = key.names();
    for (TermTemplate term : condition.terms()) {
      if (!names.contains(term.attribute())) {
        throw new InvalidContentException(
            section.require("key").at(),
            "'" + term.attribute() + "' is not one of the key attributes " + names);
      }
    }
    boolean whole = action != Action.QUERY;
    List<String> needed = whole ? names : names.subList(0, key.partition().size());
    for (String name : needed) {
      TermTemplate term = condition.find(name);
      if (term == null || !term.comparison().symbol().equals("=")) {
        throw new InvalidContentException(
            section.require("key").at(), "the key needs a condition " + name + " = …");
      }
    }
  }

  private static Action action(Section section, String operation) {
    String label = section.findText("action");
    if (label != null) {
      Action action = Action.find(label);
      if (action == null) {
        throw new InvalidContentException(
            section.require("action").at(),
            "action must be one of Get, Query, Scan, Put, Update, Delete and ConditionCheck");
      }
      return action;
    }
    Action usual = findDefault(operation);
    if (usual != null) {
      return usual;
    }
    OperationSchema<?, ?> known = Operations.find(operation);
    throw new InvalidContentException(
        section.at(),
        known != null && hasSeveralActions(known)
            ? "a request with the operation " + operation + " needs action"
            : "'" + operation + "' is not an operation on items");
  }

  /** Returns the action of an operation if action is not given, or null if it has to be given. */
  static @Nullable Action findDefault(String operation) {
    OperationSchema<?, ?> known = Operations.find(operation);
    if (known == null || hasSeveralActions(known)) {
      return null;
    }
    Action usual = Action.usual(known);
    return usual == Action.OTHER ? null : usual;
  }

  /** Returns whether the parts of a request need different permissions, as a statement does. */
  private static boolean hasSeveralActions(OperationSchema<?, ?> operation) {
    return operation.traits().isOnItems() && operation.traits().actions().size() > 1;
  }

  private DesignTable table(Section section, @Nullable FileValue outer) {
    FileValue own = section.find("table");
    FileValue value = own == null ? outer : own;
    if (value == null) {
      if (tables.size() == 1) {
        return tables.get(0);
      }
      throw new InvalidContentException(
          section.at(), "a request needs table if the design has several");
    }
    String name = FileValue.text(value, "table");
    for (DesignTable table : tables) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    throw new InvalidContentException(value.at(), "there is no table '" + name + "'");
  }

  private static Traffic traffic(Section section) {
    Frequency frequency = section.find("frequency", Frequency::parse);
    FileValue spread = section.find("distribution");
    Distribution distribution = spread == null ? null : distribution(spread);
    List<Double> day = section.elements("day", hour -> Section.number(hour, "an hour of day"));
    FileValue hours = section.find("day");
    return Section.at(
        hours == null ? section.at() : hours.at(), () -> new Traffic(frequency, distribution, day));
  }

  private static Distribution distribution(FileValue value) {
    if (value instanceof Scalar scalar) {
      Matcher matcher = DISTRIBUTION.matcher(scalar.text());
      if (matcher.matches()) {
        long keys = Long.parseLong(matcher.group(3).replace("_", ""));
        return Section.at(
            value.at(),
            () ->
                matcher.group(2) == null
                    ? Distribution.uniform(keys)
                    : Distribution.zipf(keys, Double.parseDouble(matcher.group(2))));
      }
    }
    throw new InvalidContentException(
        value.at(),
        "distribution must be such as 'uniform over 10000' or 'zipf(1.1) over 10000', not "
            + value.describe());
  }

  private static Budget budget(@Nullable FileValue value) {
    if (value == null) {
      return Budget.UNLIMITED;
    }
    Section section = Section.of(value, "budget");
    Double maxReadUnits = section.findNumber("maxReadUnits");
    Double maxWriteUnits = section.findNumber("maxWriteUnits");
    Integer maxRequests = section.findWhole("maxRequests");
    Double maxDiscarded = section.findNumber("maxDiscarded");
    boolean noScan = section.truth("noScan", false);
    Budget budget =
        Section.at(
            value.at(),
            () -> new Budget(maxReadUnits, maxWriteUnits, maxRequests, maxDiscarded, noScan));
    section.end();
    return budget;
  }
}
