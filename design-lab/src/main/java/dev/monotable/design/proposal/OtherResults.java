package dev.monotable.design.proposal;

import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads that return other items than before, because those were wrong: without the expired ones, or
 * without those that only begin like what was meant.
 *
 * @param shape the shape of the requests
 * @param kind what is changed
 * @param text the TTL attribute, or the end of the prefix
 */
public record OtherResults(Shape shape, Kind kind, String text) implements ProposedChange {
  private static final Pattern BEGINS =
      Pattern.compile("begins_with\\s*\\(\\s*(#?[\\w-]+)\\s*,\\s*(:\\w+)\\s*\\)");

  /** The kinds of changes. */
  public enum Kind {
    /** A Query leaves out expired items, or a GetItem returns the TTL attribute as well. */
    UNEXPIRED,
    /** The prefix of a key condition ends with its delimiter. */
    WHOLE_PREFIX;

    /** Returns what to do. */
    public String advice(Shape shape, String text) {
      return switch (this) {
        case UNEXPIRED ->
            shape.operation().equals(Operations.QUERY.name())
                ? "Query with the filter " + text + " > :now"
                : "Request " + text + " as well, and ignore the item if it is in the past";
        case WHOLE_PREFIX -> "End the prefix with " + text;
      };
    }
  }

  @Override
  public String advice() {
    return kind.advice(shape, text);
  }

  @Override
  public String table() {
    return shape.table();
  }

  @Override
  public boolean changesResults() {
    return shape.operation().equals(Operations.QUERY.name());
  }

  @Override
  public boolean isOf(SentRequest request) {
    if (request.request() instanceof QueryInput query) {
      Prefix prefix = Prefix.of(query);
      return shape.operation().equals(Operations.QUERY.name())
          && table().equals(query.tableName())
          && Objects.equals(shape.index(), query.indexName())
          && (query.filterExpression() == null) == (shape.expressions().filter() == null)
          && query.keyConditionExpression() != null
          && isOf(prefix);
    }
    return request.request() instanceof GetItemInput get
        && shape.operation().equals(Operations.GET_ITEM.name())
        && table().equals(get.tableName())
        && (get.projectionExpression() == null) == (shape.expressions().projection() == null)
        && OtherRequest.hasKey(shape, get.key());
  }

  /** Returns whether the prefix of a request, or null for none, is that of the shape. */
  private boolean isOf(@Nullable Prefix prefix) {
    for (TermTemplate term : Objects.requireNonNull(shape.key()).terms()) {
      if (term.comparison() == Comparison.BEGINS_WITH) {
        return prefix != null
            && prefix.attribute().equals(term.attribute())
            && prefix.value().startsWith(term.values().get(0).literalPrefix());
      }
    }
    return prefix == null;
  }

  /** The prefix in the key condition of a request. */
  private record Prefix(String attribute, String placeholder, String value) {
    private static @Nullable Prefix of(QueryInput query) {
      Matcher matcher =
          BEGINS.matcher(
              query.keyConditionExpression() == null ? "" : query.keyConditionExpression());
      Item values = query.expressionAttributeValues();
      if (!matcher.find() || values == null) {
        return null;
      }
      Map<String, String> names = query.expressionAttributeNames();
      String name = matcher.group(1);
      AttributeValue value = values.find(matcher.group(2));
      return value == null || value.type() != AttributeType.S
          ? null
          : new Prefix(
              names == null ? name : names.getOrDefault(name, name),
              matcher.group(2),
              value.string());
    }
  }

  @Override
  public List<SentRequest> requests(SentRequest request) {
    if (!isOf(request)) {
      return List.of(request);
    }
    if (request.request() instanceof GetItemInput get) {
      String projection = get.projectionExpression();
      return projection == null
          ? List.of(request)
          : List.of(
              request.with(
                  Operations.GET_ITEM,
                  get.toBuilder()
                      .projectionExpression(projection + ", #expires")
                      .expressionAttributeNames(names(get.expressionAttributeNames()))
                      .build()));
    }
    QueryInput query = (QueryInput) request.request();
    Map<String, AttributeValue> values = new HashMap<>();
    Item sent = query.expressionAttributeValues();
    if (sent != null) {
      values.putAll(sent.toMap());
    }
    QueryInput.Builder changed = query.toBuilder();
    if (kind == Kind.UNEXPIRED) {
      String filter = query.filterExpression();
      values.put(":now", AttributeValue.number(request.at().getEpochSecond()));
      changed
          .filterExpression((filter == null ? "" : "(" + filter + ") AND ") + "#expires > :now")
          .expressionAttributeNames(names(query.expressionAttributeNames()));
    } else {
      Prefix prefix = Objects.requireNonNull(Prefix.of(query));
      if (prefix.value().endsWith(text)) {
        return List.of(request);
      }
      values.put(prefix.placeholder(), AttributeValue.string(prefix.value() + text));
    }
    return List.of(
        request.with(Operations.QUERY, changed.expressionAttributeValues(Item.of(values)).build()));
  }

  private Map<String, String> names(@Nullable Map<String, String> sent) {
    Map<String, String> names = new HashMap<>();
    if (sent != null) {
      names.putAll(sent);
    }
    names.put("#expires", text);
    return names;
  }
}
