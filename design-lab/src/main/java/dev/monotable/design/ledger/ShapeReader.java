package dev.monotable.design.ledger;

import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.ReadMode;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Subject;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reduces requests and their parts to shapes. Bounded; not thread-safe. */
public final class ShapeReader {
  private static final int MAX_TEXTS = 4096;

  /**
   * The length of a text in a shape. An expression has 4 KB and a statement 8 KB at most, but the
   * attribute names that replace its placeholders have 64 KB each.
   */
  static final int MAX_LENGTH = 8_192;

  /** The number of key attributes for each shape for which there is room. */
  private static final int KEYS_OF_SHAPE = 4;

  /** Literals of PartiQL: strings in single quotes, and numbers that are not part of a name. */
  private static final Pattern LITERAL =
      Pattern.compile("'(?:[^']|'')*'|(?<![\\w\"])[0-9][0-9.eE]*");

  private final KeyShapes keys;
  private final Function<String, @Nullable DesignTable> tables;
  private final Map<Text, String> texts = new HashMap<>();

  /** The parts of an expression that its template depends on. */
  private record Text(String text, Map<String, String> names) {}

  /**
   * Creates a reader.
   *
   * @param design the design whose key templates are used, or null to derive them from the values
   * @param tables finds the description of a table by its name
   */
  ShapeReader(
      @Nullable Design design,
      Function<String, @Nullable DesignTable> tables,
      LedgerBounds bounds) {
    this.keys = new KeyShapes(design, KEYS_OF_SHAPE * bounds.shapes());
    this.tables = tables;
  }

  /**
   * Creates a reader that knows the tables of a design only.
   *
   * @param design null without one
   */
  public static ShapeReader of(@Nullable Design design) {
    return new ShapeReader(
        design, name -> design == null ? null : design.findTable(name), LedgerBounds.DEFAULT);
  }

  /** Returns what reduces the values of keys. */
  KeyShapes keys() {
    return keys;
  }

  /** Returns the shape of a part of a request. */
  public Shape of(ObservedRequest request, RequestPart part) {
    OperationSchema<?, ?> operation = request.operation();
    if (part instanceof ItemRead read) {
      return new Shape(
          operation.name(),
          Action.GET,
          read.table(),
          null,
          key(read.table(), read.key()),
          new ShapeExpressions(null, template(operation, read.projection()), null, null),
          new ReadMode(read.consistent(), true, null, false));
    }
    if (part instanceof ItemWritten written) {
      return new Shape(
          operation.name(),
          action(written),
          written.table(),
          null,
          key(written.table(), written.key()),
          new ShapeExpressions(
              null,
              null,
              template(operation, written.condition()),
              template(operation, written.update())),
          ReadMode.DEFAULT);
    }
    if (part instanceof PageRead page) {
      return new Shape(
          operation.name(),
          page.keyConditions().isEmpty() ? Action.SCAN : Action.QUERY,
          page.table(),
          page.index(),
          condition(page),
          new ShapeExpressions(
              template(operation, page.filter()),
              template(operation, page.projection()),
              null,
              null),
          new ReadMode(page.consistent(), page.forward(), page.limit(), page.countOnly()));
    }
    return outline(request, part.table());
  }

  /**
   * Returns the shape of a request without parts: one that failed before it reached its table, or
   * an operation on tables. It has no key condition and no expressions.
   */
  public Shape outline(ObservedRequest request) {
    List<String> names = request.tables();
    return outline(request, names.isEmpty() ? "" : names.get(0));
  }

  private static Shape outline(ObservedRequest request, String table) {
    return new Shape(
        request.operation().name(),
        Action.usual(request.operation()),
        table,
        request.index(),
        null,
        ShapeExpressions.NONE,
        ReadMode.DEFAULT);
  }

  private static Action action(ItemWritten written) {
    return switch (written.writeKind()) {
      case PUT, INSERT -> Action.PUT;
      case UPDATE -> Action.UPDATE;
      case DELETE -> Action.DELETE;
      case CONDITION_CHECK -> Action.CONDITION_CHECK;
    };
  }

  /** Returns a primary key as a condition, in the order of the key schema if it is known. */
  private KeyConditionTemplate key(String table, Item key) {
    DesignTable known = tables.apply(table);
    List<TermTemplate> terms = new ArrayList<>(2);
    if (known != null) {
      DeclaredKey schema = known.key();
      for (DeclaredKeyAttribute attribute : schema.partition()) {
        add(terms, table, attribute.name(), key.find(attribute.name()));
      }
      for (DeclaredKeyAttribute attribute : schema.sort()) {
        add(terms, table, attribute.name(), key.find(attribute.name()));
      }
      if (terms.size() == schema.partition().size() + schema.sort().size()) {
        return new KeyConditionTemplate(terms);
      }
      terms.clear();
    }
    Map<String, AttributeValue> values = new TreeMap<>(key.toMap());
    values.forEach((name, value) -> add(terms, table, name, value));
    return new KeyConditionTemplate(terms);
  }

  private void add(
      List<TermTemplate> terms, String table, String name, @Nullable AttributeValue value) {
    if (value != null) {
      terms.add(TermTemplate.equal(name, keys.ofValue(table, name, value)));
    }
  }

  /** Returns the key condition of a page. A statement with OR or IN is described by its first. */
  private @Nullable KeyConditionTemplate condition(PageRead page) {
    if (page.keyConditions().isEmpty()) {
      return null;
    }
    KeyRestriction first = page.keyConditions().get(0);
    List<TermTemplate> terms = new ArrayList<>(first.terms().size());
    for (KeyTerm term : first.terms()) {
      boolean whole = term.comparison() == KeyTerm.Comparison.EQUAL;
      List<KeyTemplate> values = new ArrayList<>(term.values().size());
      for (AttributeValue value : term.values()) {
        values.add(
            whole
                ? keys.ofValue(page.table(), term.attribute(), value)
                : keys.ofPrefix(page.table(), term.attribute(), value));
      }
      terms.add(new TermTemplate(term.attribute(), term.comparison(), values));
    }
    return new KeyConditionTemplate(terms);
  }

  private @Nullable String template(
      OperationSchema<?, ?> operation, @Nullable ExpressionText expression) {
    if (expression == null) {
      return null;
    }
    Text key = new Text(expression.text(), expression.names());
    String known = texts.get(key);
    if (known != null) {
      return known;
    }
    String template = expression.template();
    if (operation.traits().subject() == Subject.STATEMENT) {
      template = LITERAL.matcher(template).replaceAll("{}");
    }
    if (template.length() > MAX_LENGTH) {
      template =
          template.substring(0, MAX_LENGTH) + "… " + Integer.toHexString(template.hashCode());
    }
    if (texts.size() < MAX_TEXTS && length(expression) <= MAX_LENGTH) {
      texts.put(key, template);
    }
    return template;
  }

  private static int length(ExpressionText expression) {
    int length = expression.text().length();
    for (Map.Entry<String, String> name : expression.names().entrySet()) {
      length += name.getKey().length() + name.getValue().length();
    }
    return length;
  }
}
