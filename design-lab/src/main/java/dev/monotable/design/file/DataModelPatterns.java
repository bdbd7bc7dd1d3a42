package dev.monotable.design.file;

import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.ledger.ShapeReader;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the access patterns of {@code dynamodb_data_model.json}. One whose requests cannot be read
 * is reported, and is not part of the design.
 */
final class DataModelPatterns {
  private static final Set<String> USED =
      Set.of(
          "pattern",
          "description",
          "table",
          "index",
          "dynamodb_operation",
          "operation",
          "implementation",
          "reason",
          "rps",
          "peak_rps",
          "avg_rps");

  private static final Pattern PLACEHOLDER = Pattern.compile(":(\\w+)");

  private final Design design;
  private final MonotableEngine database;
  private final Consumer<Notice> notices;
  private final ShapeReader shapes;
  private final Set<String> names = new HashSet<>();

  /**
   * Creates a reader.
   *
   * @param design the tables with their entities
   * @param database has the tables and items, and performs the requests
   */
  DataModelPatterns(Design design, MonotableEngine database, Consumer<Notice> notices) {
    this.design = design;
    this.database = database;
    this.notices = notices;
    this.shapes = ShapeReader.of(design);
  }

  /** Returns the text that identifies a pattern in the file, such as {@code 1} or {@code 16-19}. */
  static String id(Mapping pattern) {
    FileValue id = pattern.findPresent("pattern");
    if (id == null) {
      throw new InvalidContentException(pattern.at(), "an access pattern needs pattern");
    }
    return FileValue.text(id, "pattern");
  }

  /**
   * Reads a pattern; null if it was reported instead.
   *
   * @param alone whether no other entry has the same id
   */
  @Nullable DeclaredPattern read(Mapping pattern, boolean alone) {
    for (NamedValue member : pattern.members()) {
      if (!USED.contains(member.name())) {
        notices.accept(new Notice(member.at(), "'" + member.name() + "' has no effect"));
      }
    }
    String id = id(pattern);
    FilePosition at = pattern.positionOf("pattern");
    try {
      NamedValue implementation = pattern.findMember("implementation");
      if (implementation != null) {
        at = implementation.value().at();
      }
      List<PatternRequest> requests = requests(pattern, at);
      String operation = requests.get(0).shape().operation();
      return new DeclaredPattern(
          unique(alone ? id : id + " " + operation),
          findText(pattern, "description"),
          requests,
          traffic(pattern),
          Budget.UNLIMITED);
    } catch (IllegalArgumentException e) {
      notices.accept(
          new Notice(at, "access pattern '" + id + "' is not in the design: " + e.getMessage()));
      return null;
    }
  }

  private String unique(String name) {
    String unique = name;
    for (int i = 2; !names.add(unique); i++) {
      unique = name + " (" + i + ")";
    }
    return unique;
  }

  private static @Nullable String findText(Mapping pattern, String name) {
    FileValue value = pattern.findPresent(name);
    String text = value == null ? "" : FileValue.text(value, name);
    return text.isBlank() ? null : text;
  }

  private static Traffic traffic(Mapping pattern) {
    FileValue rps = pattern.findPresent("rps");
    if (rps == null || pattern.findPresent("avg_rps") != null) {
      return CostModelDesign.traffic(pattern);
    }
    double times = Section.number(rps, "rps");
    return new Traffic(
        Section.at(rps.at(), () -> new Frequency(times, Frequency.Period.SECOND)), null, List.of());
  }

  private List<PatternRequest> requests(Mapping pattern, FilePosition at) {
    String implementation = findText(pattern, "implementation");
    String operation = findText(pattern, "dynamodb_operation");
    operation = operation == null ? findText(pattern, "operation") : operation;
    if (implementation == null) {
      if (Operations.SCAN.name().equals(operation)) {
        return List.of(withoutCommand(pattern, Action.SCAN, null));
      }
      String reason = findText(pattern, "reason");
      throw new IllegalArgumentException(reason == null ? "it has no implementation" : reason);
    }
    if (!implementation.strip().startsWith("aws ") && Operations.QUERY.name().equals(operation)) {
      KeyConditionTemplate key =
          KeyConditionTemplate.parse(PLACEHOLDER.matcher(implementation).replaceAll("{$1}"));
      return List.of(withoutCommand(pattern, Action.QUERY, key));
    }
    Map<Shape, Integer> counts = new LinkedHashMap<>();
    for (List<String> words : ShellWords.commands(implementation)) {
      ObservedRequest observed = perform(AwsCommand.read(words, at));
      for (RequestPart part : observed.parts()) {
        Shape shape = withFields(shapes.of(observed, part));
        shape = DesignDraft.declared(shape, design.tables());
        counts.merge(shape, 1, Integer::sum);
      }
    }
    if (counts.isEmpty()) {
      throw new IllegalArgumentException("it reads and writes no items");
    }
    List<PatternRequest> requests = new ArrayList<>();
    counts.forEach((shape, times) -> requests.add(new PatternRequest(shape, times, null)));
    return requests;
  }

  /**
   * Returns a shape with a field in place of each key value that no entity has. The values of the
   * commands are examples.
   */
  private Shape withFields(Shape shape) {
    KeyConditionTemplate key = shape.key();
    DesignTable table = design.findTable(shape.table());
    if (key == null || table == null) {
      return shape;
    }
    List<TermTemplate> terms = new ArrayList<>();
    for (TermTemplate term : key.terms()) {
      KeyTemplate value = term.values().get(0);
      boolean example =
          term.comparison() == KeyTerm.Comparison.EQUAL
              && value.isConstant()
              && table.entities().stream().noneMatch(each -> has(each, term.attribute(), value));
      terms.add(example ? TermTemplate.equal(term.attribute(), KeyTemplate.ANY) : term);
    }
    return shape.withKey(new KeyConditionTemplate(terms));
  }

  private static boolean has(Entity entity, String attribute, KeyTemplate value) {
    KeyTemplate template = entity.keys().get(attribute);
    return template != null && template.find(value.text()) != null;
  }

  /** Returns a request that is described by its key condition instead of a command. */
  private PatternRequest withoutCommand(
      Mapping pattern, Action action, @Nullable KeyConditionTemplate condition) {
    String name = findText(pattern, "table");
    DesignTable table = name == null ? null : design.findTable(name);
    if (table == null) {
      throw new IllegalArgumentException(
          name == null ? "it names no table" : "there is no table '" + name + "'");
    }
    String index = findText(pattern, "index");
    DeclaredKey key = table.findKey(index);
    if (key == null) {
      throw new IllegalArgumentException(
          "table '" + table.name() + "' has no index '" + index + "'");
    }
    if (condition != null) {
      requireKey(condition, key);
    }
    Shape shape = Shape.of(action.label(), action, table.name(), index, null).withKey(condition);
    return new PatternRequest(shape, 1, null);
  }

  /** Checks that a condition has attributes of the key only, and the whole partition key. */
  private static void requireKey(KeyConditionTemplate condition, DeclaredKey key) {
    for (TermTemplate term : condition.terms()) {
      if (!key.names().contains(term.attribute())) {
        throw new IllegalArgumentException(
            "'" + term.attribute() + "' is not one of the key attributes " + key.names());
      }
    }
    for (DeclaredKeyAttribute attribute : key.partition()) {
      TermTemplate term = condition.find(attribute.name());
      if (term == null || !term.comparison().symbol().equals("=")) {
        throw new IllegalArgumentException(
            "the key needs a condition " + attribute.name() + " = …");
      }
    }
  }

  /** Performs a request. That a condition is not met says nothing against the pattern. */
  private <I extends Record> ObservedRequest perform(AwsCommand.AwsRequest<I> request) {
    List<ObservedRequest> observed = new CopyOnWriteArrayList<>();
    RequestObserver.Registration registration = database.observe(observed::add);
    try {
      database.call(request.operation(), request.input());
    } catch (DynamoException e) {
      if (observed.isEmpty() || observed.get(0).parts().isEmpty()) {
        throw new IllegalArgumentException("its request fails: " + e.getMessage(), e);
      }
    } finally {
      registration.close();
    }
    return observed.get(0);
  }
}
