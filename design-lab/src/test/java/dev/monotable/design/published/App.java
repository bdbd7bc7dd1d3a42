package dev.monotable.design.published;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.ConditionCheck;
import dev.monotable.model.Delete;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.Update;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Notation;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An application with one table, which sends the requests of its access patterns, each a while
 * after the one before. Items and expressions are in the {@link Notation}. A name such as {@code
 * #status} in an expression stands for the attribute with this name, and {@code #status_hash_date}
 * for {@code status#date}.
 */
final class App extends Requests {
  private static final Pattern NAME = Pattern.compile("#([A-Za-z_]\\w*)");

  private final String table;
  private final String pk;
  private final String sk;
  private final UnaryOperator<Item> change;

  /** The application, which sends its next request at once. */
  final App now;

  /**
   * Creates an application.
   *
   * @param sk the sort key; null without one
   * @param change changes each item that is put
   */
  App(MonotableEngine engine, String table, String pk, String sk, UnaryOperator<Item> change) {
    super(engine);
    this.table = table;
    this.pk = pk;
    this.sk = sk;
    this.change = change;
    this.now = new App(this);
  }

  private App(App later) {
    super(later.engine());
    this.table = later.table;
    this.pk = later.pk;
    this.sk = later.sk;
    this.change = later.change;
    this.now = this;
  }

  @Override
  public <I extends Record, O extends Record> O send(OperationSchema<I, O> operation, I request) {
    if (now != this) {
      pause();
    }
    return super.send(operation, request);
  }

  // ---- values ----

  /** Returns a random identifier, the same for the same number. */
  static String uuid(String kind, int number) {
    return UUID.nameUUIDFromBytes((kind + number).getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Returns an identifier that rises with the number. */
  static String ulid(int number) {
    return "01HV" + String.format("%06d", number) + "XQ3ZJ8K2M4N6P7RS";
  }

  /** Returns a time that rises with the number of minutes. */
  static String at(int minutes) {
    return ExampleDesign.START.plus(Duration.ofMinutes(minutes)).toString();
  }

  static String text(int bytes) {
    return "x".repeat(bytes);
  }

  /** Returns the primary key of the table. */
  Item keyOf(Object partition, Object sort) {
    return sk == null ? Item.of(pk, partition) : Item.of(pk, partition, sk, sort);
  }

  /** Lets some time pass, as between two users. */
  void pause() {
    pause(Duration.ofSeconds(7));
  }

  // ---- writes ----

  void put(String item, Object... arguments) {
    put(Notation.item(item, arguments));
  }

  void put(Item item) {
    put(table, change.apply(item), null);
  }

  /** Puts an item that must not exist. */
  void create(String item, Object... arguments) {
    create(Notation.item(item, arguments));
  }

  void create(Item item) {
    put(table, change.apply(item), "attribute_not_exists(" + pk + ")");
  }

  /** Puts items by BatchWriteItem. */
  void putAll(List<Item> items) {
    putBatch(table, items.stream().map(change).toList());
  }

  void putIf(String condition, String item, Object... arguments) {
    Notation notation = new Notation(arguments);
    String expression = notation.expression(condition);
    send(
        Operations.PUT_ITEM,
        PutItemInput.builder()
            .tableName(table)
            .item(change.apply(Item.of(notation.attributes(item))))
            .conditionExpression(expression)
            .expressionAttributeNames(names(condition))
            .expressionAttributeValues(notation.values())
            .build());
  }

  void update(Item key, String expression, Object... arguments) {
    updateIf(key, expression, null, arguments);
  }

  void updateIf(Item key, String expression, String condition, Object... arguments) {
    Notation notation = new Notation(arguments);
    send(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(table)
            .key(key)
            .updateExpression(notation.expression(expression))
            .conditionExpression(notation.expression(condition))
            .expressionAttributeNames(names(expression + " " + condition))
            .expressionAttributeValues(notation.values())
            .build());
  }

  void delete(Item key) {
    Calls.delete(this::send, table, key);
  }

  TransactWriteItem putting(String item, Object... arguments) {
    return putting(Notation.item(item, arguments));
  }

  TransactWriteItem putting(Item item) {
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(table)
                .item(change.apply(item))
                .conditionExpression("attribute_not_exists(" + pk + ")")
                .build())
        .build();
  }

  TransactWriteItem updating(Item key, String expression, String condition, Object... arguments) {
    Notation notation = new Notation(arguments);
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(table)
                .key(key)
                .updateExpression(notation.expression(expression))
                .conditionExpression(notation.expression(condition))
                .expressionAttributeNames(names(expression + " " + condition))
                .expressionAttributeValues(notation.values())
                .build())
        .build();
  }

  TransactWriteItem deleting(Item key) {
    return TransactWriteItem.builder()
        .delete(Delete.builder().tableName(table).key(key).build())
        .build();
  }

  TransactWriteItem checking(Item key) {
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
                .tableName(table)
                .key(key)
                .conditionExpression("attribute_exists(" + pk + ")")
                .build())
        .build();
  }

  // ---- reads ----

  Item get(Item key) {
    return get(table, key);
  }

  Item get(Item key, UnaryOperator<GetItemInput.Builder> more) {
    return send(
            Operations.GET_ITEM,
            more.apply(GetItemInput.builder().tableName(table).key(key)).build())
        .item();
  }

  List<Item> batch(List<Item> keys) {
    return getBatch(table, keys);
  }

  /** Returns the first page of a Query. */
  List<Item> find(String condition, Object... arguments) {
    return findIn(null, condition, arguments);
  }

  List<Item> findIn(String index, String condition, Object... arguments) {
    return findIn(index, condition, query -> query, arguments).items();
  }

  /** Returns the last items of an item collection. */
  List<Item> newest(int limit, String condition, Object... arguments) {
    return newestIn(null, limit, condition, arguments);
  }

  List<Item> newestIn(String index, int limit, String condition, Object... arguments) {
    return findIn(index, condition, query -> query.scanIndexForward(false).limit(limit), arguments)
        .items();
  }

  QueryOutput find(String condition, UnaryOperator<QueryInput.Builder> more, Object... arguments) {
    return findIn(null, condition, more, arguments);
  }

  QueryOutput findIn(
      String index, String condition, UnaryOperator<QueryInput.Builder> more, Object... arguments) {
    Notation notation = new Notation(arguments);
    QueryInput query =
        more.apply(
                QueryInput.builder()
                    .tableName(table)
                    .indexName(index)
                    .keyConditionExpression(notation.expression(condition)))
            .build();
    String filter = query.filterExpression();
    return send(
        Operations.QUERY,
        query.toBuilder()
            .filterExpression(notation.expression(filter))
            .expressionAttributeNames(
                names(condition + " " + filter + " " + query.projectionExpression()))
            .expressionAttributeValues(notation.values())
            .build());
  }

  List<Item> scan(String filter, Object... arguments) {
    Notation notation = new Notation(arguments);
    return send(
            Operations.SCAN,
            ScanInput.builder()
                .tableName(table)
                .filterExpression(notation.expression(filter))
                .expressionAttributeNames(names(String.valueOf(filter)))
                .expressionAttributeValues(notation.values())
                .build())
        .items();
  }

  private static Map<String, String> names(String expression) {
    Map<String, String> names = new HashMap<>();
    Matcher matcher = NAME.matcher(expression.replaceAll("'[^']*'", ""));
    while (matcher.find()) {
      names.put(matcher.group(), matcher.group(1).replace("_hash_", "#"));
    }
    return names.isEmpty() ? null : names;
  }

  // ---- items ----

  /** Returns an item with another value of an attribute; without it for null. */
  static Item with(Item item, String name, Object value) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(item.toMap());
    if (value == null) {
      attributes.remove(name);
    } else {
      attributes.putAll(Item.of(name, value).toMap());
    }
    List<Object> all = new ArrayList<>();
    attributes.forEach(
        (key, each) -> {
          all.add(key);
          all.add(each);
        });
    return Item.of(all.toArray());
  }

  /** Returns the text of an attribute, or an empty one. */
  static String text(Item item, String name) {
    AttributeValue value = item.find(name);
    return value == null ? "" : value.string();
  }
}
