package dev.monotable.design.proposal;

import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanOutput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.Update;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateItemOutput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition that writes lack. Its values are those that the sender has read before the write;
 * that of {@code n >= {}} is what the update subtracts from {@code n}. A write whose values are
 * unknown is sent as it is.
 */
public final class KnownCondition implements ProposedChange {
  /** The items whose last values are remembered. */
  private static final int MAX_ITEMS = 4_000;

  private static final String NAME = "(?<![\\w.#])([A-Za-z_][\\w-]*)";
  private static final Pattern COMPARED = Pattern.compile(NAME + " (=|>=) \\{\\}");
  private static final Pattern WORD = Pattern.compile("\\{\\}|[A-Za-z_][\\w-]*|[^A-Za-z_{]+");
  private static final Set<String> WORDS =
      Set.of("AND", "OR", "NOT", "ATTRIBUTE_EXISTS", "ATTRIBUTE_NOT_EXISTS");

  private final Shape shape;
  private final String condition;
  private final RecentMap<Key, Map<String, AttributeValue>> known = new RecentMap<>(MAX_ITEMS);

  /** An item, as one sender knows it. */
  private record Key(@Nullable String database, @Nullable String sender, Item key) {}

  /** A write of a request. */
  private record Write(
      Action action,
      @Nullable String table,
      @Nullable Item key,
      @Nullable String condition,
      @Nullable String update,
      @Nullable Map<String, String> names,
      @Nullable Item values) {}

  /** A condition with its names, and all names and values of the request. */
  private record Condition(String text, Map<String, String> names, @Nullable Item values) {}

  private KnownCondition(Shape shape, String condition) {
    this.shape = shape;
    this.condition = condition;
  }

  /**
   * Returns a condition that writes lack; null if it cannot be tried, because it has values that
   * follow neither from what was read nor from the update.
   *
   * @param condition with <code>{}</code> for each value
   */
  public static @Nullable KnownCondition of(Shape shape, String condition) {
    String rest = COMPARED.matcher(condition).replaceAll("");
    return shape.isStatement()
            || shape.key() == null
            || (shape.hasParts() && !shape.isTransaction())
            || !rest.matches("[\\w ,()]*")
        ? null
        : new KnownCondition(shape, condition);
  }

  /** Returns the condition that a put creates an item, and replaces none; null if it has parts. */
  public static @Nullable KnownCondition creating(Shape shape, DesignTable table) {
    String name = table.key().partition().get(0).name();
    return of(shape, "attribute_not_exists(" + name + ")");
  }

  @Override
  public String advice() {
    return shape.action() == Action.PUT && !shape.hasParts()
        ? "Put with the ConditionExpression " + condition
        : "Send the " + shape.operation() + " with the ConditionExpression " + condition;
  }

  @Override
  public String table() {
    return shape.table();
  }

  @Override
  public boolean mayFail() {
    return true;
  }

  @Override
  public boolean creates() {
    return shape.action() == Action.PUT && condition.startsWith("attribute_not_exists");
  }

  @Override
  public boolean guesses() {
    return condition.contains("{}");
  }

  @Override
  public boolean isOf(SentRequest request) {
    return writes(request.request()).stream().anyMatch(this::isOf);
  }

  private boolean isOf(Write write) {
    return write.action() == shape.action()
        && table().equals(write.table())
        && OtherRequest.hasKey(shape, write.key())
        && Objects.equals(template(write, write.condition()), shape.expressions().condition())
        && Objects.equals(template(write, write.update()), shape.expressions().update());
  }

  private static @Nullable String template(Write write, @Nullable String expression) {
    ExpressionText text = ExpressionText.of(expression, write.names(), write.values());
    return text == null ? null : text.template();
  }

  private List<Write> writes(Record request) {
    if (request instanceof TransactWriteItemsInput transaction) {
      List<Write> writes = new ArrayList<>();
      for (TransactWriteItem each :
          shape.isTransaction() ? transaction.transactItems() : List.<TransactWriteItem>of()) {
        Record action =
            each.put() != null ? each.put() : each.update() != null ? each.update() : each.delete();
        if (action != null) {
          writes.addAll(writes(action));
        }
      }
      return writes;
    }
    Write write = write(request);
    return write == null ? List.of() : List.of(write);
  }

  private static @Nullable Write write(Record of) {
    if (of instanceof PutItemInput put) {
      return new Write(
          Action.PUT,
          put.tableName(),
          put.item(),
          put.conditionExpression(),
          null,
          put.expressionAttributeNames(),
          put.expressionAttributeValues());
    } else if (of instanceof UpdateItemInput update) {
      return new Write(
          Action.UPDATE,
          update.tableName(),
          update.key(),
          update.conditionExpression(),
          update.updateExpression(),
          update.expressionAttributeNames(),
          update.expressionAttributeValues());
    } else if (of instanceof DeleteItemInput delete) {
      return new Write(
          Action.DELETE,
          delete.tableName(),
          delete.key(),
          delete.conditionExpression(),
          null,
          delete.expressionAttributeNames(),
          delete.expressionAttributeValues());
    } else if (of instanceof Put put) {
      return new Write(
          Action.PUT,
          put.tableName(),
          put.item(),
          put.conditionExpression(),
          null,
          put.expressionAttributeNames(),
          put.expressionAttributeValues());
    } else if (of instanceof Update update) {
      return new Write(
          Action.UPDATE,
          update.tableName(),
          update.key(),
          update.conditionExpression(),
          update.updateExpression(),
          update.expressionAttributeNames(),
          update.expressionAttributeValues());
    }
    return of instanceof Delete delete
        ? new Write(
            Action.DELETE,
            delete.tableName(),
            delete.key(),
            delete.conditionExpression(),
            null,
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues())
        : null;
  }

  @Override
  public List<SentRequest> requests(SentRequest request) {
    if (request.request() instanceof TransactWriteItemsInput transaction && isOf(request)) {
      List<TransactWriteItem> items = new ArrayList<>();
      transaction.transactItems().forEach(each -> items.add(conditional(request, each)));
      return List.of(
          request.with(
              Operations.TRANSACT_WRITE_ITEMS,
              transaction.toBuilder().transactItems(items).build()));
    }
    Condition added = shape.hasParts() ? null : condition(request, request.request());
    if (added == null) {
      return List.of(request);
    }
    if (request.request() instanceof PutItemInput put) {
      return List.of(
          request.with(
              Operations.PUT_ITEM,
              put.toBuilder()
                  .conditionExpression(added.text())
                  .expressionAttributeNames(added.names())
                  .expressionAttributeValues(added.values())
                  .build()));
    } else if (request.request() instanceof UpdateItemInput update) {
      return List.of(
          request.with(
              Operations.UPDATE_ITEM,
              update.toBuilder()
                  .conditionExpression(added.text())
                  .expressionAttributeNames(added.names())
                  .expressionAttributeValues(added.values())
                  .build()));
    }
    return request.request() instanceof DeleteItemInput delete
        ? List.of(
            request.with(
                Operations.DELETE_ITEM,
                delete.toBuilder()
                    .conditionExpression(added.text())
                    .expressionAttributeNames(added.names())
                    .expressionAttributeValues(added.values())
                    .build()))
        : List.of(request);
  }

  private TransactWriteItem conditional(SentRequest request, TransactWriteItem item) {
    TransactWriteItem.Builder changed = TransactWriteItem.builder();
    Put put = item.put();
    Update update = item.update();
    Delete delete = item.delete();
    Condition added =
        put != null
            ? condition(request, put)
            : update != null
                ? condition(request, update)
                : delete == null ? null : condition(request, delete);
    if (added == null) {
      return item;
    }
    if (put != null) {
      changed.put(
          put.toBuilder()
              .conditionExpression(added.text())
              .expressionAttributeNames(added.names())
              .expressionAttributeValues(added.values())
              .build());
    } else if (update != null) {
      changed.update(
          update.toBuilder()
              .conditionExpression(added.text())
              .expressionAttributeNames(added.names())
              .expressionAttributeValues(added.values())
              .build());
    } else if (delete != null) {
      changed.delete(
          delete.toBuilder()
              .conditionExpression(added.text())
              .expressionAttributeNames(added.names())
              .expressionAttributeValues(added.values())
              .build());
    }
    return changed.build();
  }

  /** Returns the condition of a write; null if it is none of the shape, or a value is unknown. */
  private @Nullable Condition condition(SentRequest request, Record of) {
    Write write = write(of);
    Key key = write == null || !isOf(write) ? null : key(request, write.key());
    if (write == null || key == null) {
      return null;
    }
    Map<String, AttributeValue> seen = Objects.requireNonNullElse(known.get(key), Map.of());
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    if (write.names() != null) {
      names.putAll(write.names());
    }
    if (write.values() != null) {
      values.putAll(write.values().toMap());
    }
    StringBuilder text = new StringBuilder();
    if (write.condition() != null) {
      text.append('(').append(write.condition()).append(") AND ");
    }
    String name = "";
    boolean equal = true;
    Matcher words = WORD.matcher(condition);
    while (words.find()) {
      String word = words.group();
      if (word.equals("{}")) {
        String placeholder = equal ? ":known" + values.size() : subtracted(write, name);
        AttributeValue value = equal ? seen.get(name) : null;
        if (placeholder == null || (equal && value == null)) {
          return null;
        }
        if (value != null) {
          values.put(placeholder, value);
        }
        text.append(placeholder);
      } else if (Character.isLetter(word.charAt(0))
              && !WORDS.contains(word.toUpperCase(Locale.ROOT))
          || word.charAt(0) == '_') {
        name = word;
        names.put("#known" + names.size(), word);
        text.append("#known").append(names.size() - 1);
      } else {
        equal = !word.contains(">");
        text.append(word);
      }
    }
    return new Condition(text.toString(), names, values.isEmpty() ? null : Item.of(values));
  }

  /** Returns the placeholder of what an update subtracts from a number; null if it does not. */
  private static @Nullable String subtracted(Write write, String name) {
    Matcher matcher =
        Pattern.compile("(#?[\\w-]+) *= *\\1 *- *(:\\w+)")
            .matcher(write.update() == null ? "" : write.update());
    while (matcher.find()) {
      String written = matcher.group(1);
      Map<String, String> names = write.names();
      if (name.equals(names == null ? written : names.getOrDefault(written, written))) {
        return matcher.group(2);
      }
    }
    return null;
  }

  /** Remembers what the sender of a request learns of items. */
  @Override
  public void received(SentRequest request, ObservedRequest observed) {
    for (RequestPart part : observed.parts()) {
      if (part instanceof ItemRead read && read.item() != null && isOfTable(read.table())) {
        learn(request, read.key(), read.item());
      }
    }
    List<Item> items =
        observed.response() instanceof QueryOutput query
            ? query.items()
            : observed.response() instanceof ScanOutput scan ? scan.items() : null;
    if (items != null && isOfTable(observed.tables().get(0))) {
      items.forEach(item -> learn(request, item, item));
    }
    if (observed.response() instanceof UpdateItemOutput updated
        && updated.attributes() != null
        && request.request() instanceof UpdateItemInput update
        && isOfTable(update.tableName())
        && String.valueOf(update.returnValues()).endsWith("_NEW")) {
      learn(request, update.key(), updated.attributes());
    }
  }

  private boolean isOfTable(@Nullable String of) {
    return table().equals(of);
  }

  private void learn(SentRequest request, @Nullable Item of, Item attributes) {
    Key key = key(request, of);
    if (key != null) {
      Map<String, AttributeValue> seen = known.get(key);
      if (seen == null) {
        seen = new HashMap<>();
        known.put(key, seen);
      }
      seen.putAll(attributes.toMap());
    }
  }

  /** Returns the key of an item, as the sender of a request knows it; null without a key. */
  private @Nullable Key key(SentRequest request, @Nullable Item item) {
    Map<String, AttributeValue> key = new HashMap<>();
    for (TermTemplate term : Objects.requireNonNull(shape.key()).terms()) {
      AttributeValue value = item == null ? null : item.find(term.attribute());
      if (value == null) {
        return null;
      }
      key.put(term.attribute(), value);
    }
    return new Key(request.context().database(), request.context().test(), Item.of(key));
  }
}
