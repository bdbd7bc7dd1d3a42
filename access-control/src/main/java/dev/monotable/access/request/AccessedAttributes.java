package dev.monotable.access.request;

import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.ExpressionParser;
import dev.monotable.expression.Operand;
import dev.monotable.expression.ParseResult;
import dev.monotable.expression.PathElement;
import dev.monotable.expression.ProjectionExpression;
import dev.monotable.expression.UpdateExpression;
import dev.monotable.value.Item;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The top-level attributes that a request accesses: those of its keys and items, and those that its
 * expressions and legacy parameters name. What it returns without naming it does not count.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html">Using
 *     IAM policy conditions for fine-grained access control</a>
 */
final class AccessedAttributes {
  private static final List<String> NAMED_BY =
      List.of("Expected", "AttributeUpdates", "KeyConditions", "QueryFilter", "ScanFilter");
  private static final List<String> CONDITIONS =
      List.of("ConditionExpression", "KeyConditionExpression", "FilterExpression");

  private final Set<String> names = new LinkedHashSet<>();

  /** The names of placeholders; null if the structure has none. */
  private @Nullable Map<?, ?> placeholders;

  /** Returns the names that were added, in their order. */
  List<String> names() {
    return List.copyOf(names);
  }

  /** Adds a name. */
  void add(String name) {
    names.add(name);
  }

  /** Adds what a request, or a part of one, accesses. */
  void addRequest(Object structure) {
    placeholders =
        Members.find(structure, "ExpressionAttributeNames") instanceof Map<?, ?> map ? map : null;
    addItem(Members.find(structure, "Key"));
    addItem(Members.find(structure, "Item"));
    if (Members.find(structure, "Keys") instanceof List<?> keys) {
      keys.forEach(this::addItem);
    }
    if (Members.find(structure, "AttributesToGet") instanceof List<?> attributes) {
      attributes.forEach(name -> names.add(String.valueOf(name)));
    }
    for (String member : NAMED_BY) {
      if (Members.find(structure, member) instanceof Map<?, ?> map) {
        map.keySet().forEach(name -> names.add(String.valueOf(name)));
      }
    }
    for (String member : CONDITIONS) {
      String text = Members.text(structure, member);
      if (text != null
          && ExpressionParser.condition(text)
              instanceof ParseResult.Success<ConditionExpression> parsed) {
        add(parsed.tree());
      }
    }
    String update = Members.text(structure, "UpdateExpression");
    if (update != null
        && ExpressionParser.update(update)
            instanceof ParseResult.Success<UpdateExpression> parsed) {
      add(parsed.tree());
    }
    String projection = Members.text(structure, "ProjectionExpression");
    if (projection != null
        && ExpressionParser.projection(projection)
            instanceof ParseResult.Success<ProjectionExpression> parsed) {
      parsed.tree().paths().forEach(this::add);
    }
  }

  private void addItem(@Nullable Object item) {
    if (item instanceof Item attributes) {
      names.addAll(attributes.toMap().keySet());
    }
  }

  private void add(DocumentPath path) {
    PathElement first = path.elements().get(0);
    if (first instanceof PathElement.Name name) {
      names.add(name.name());
    } else if (first instanceof PathElement.Placeholder placeholder) {
      Object name = placeholders == null ? null : placeholders.get(placeholder.placeholder());
      names.add(name == null ? placeholder.placeholder() : String.valueOf(name));
    }
  }

  private void add(UpdateExpression update) {
    for (UpdateExpression.Set set : update.sets()) {
      add(set.path());
      add(set.value());
    }
    update.removes().forEach(this::add);
    for (UpdateExpression.Add addition : update.adds()) {
      add(addition.path());
    }
    for (UpdateExpression.Delete deletion : update.deletes()) {
      add(deletion.path());
    }
  }

  private void add(ConditionExpression condition) {
    if (condition instanceof ConditionExpression.And and) {
      add(and.left());
      add(and.right());
    } else if (condition instanceof ConditionExpression.Or or) {
      add(or.left());
      add(or.right());
    } else if (condition instanceof ConditionExpression.Not not) {
      add(not.operand());
    } else if (condition instanceof ConditionExpression.Comparison comparison) {
      add(comparison.left());
      add(comparison.right());
    } else if (condition instanceof ConditionExpression.Between between) {
      add(between.operand());
      add(between.low());
      add(between.high());
    } else if (condition instanceof ConditionExpression.In in) {
      add(in.operand());
      in.candidates().forEach(this::add);
    } else if (condition instanceof ConditionExpression.Call call) {
      call.arguments().forEach(this::add);
    }
  }

  private void add(Operand operand) {
    if (operand instanceof Operand.Path path) {
      add(path.path());
    } else if (operand instanceof Operand.Call call) {
      call.arguments().forEach(this::add);
    } else if (operand instanceof Operand.Arithmetic arithmetic) {
      add(arithmetic.left());
      add(arithmetic.right());
    } else if (operand instanceof Operand.Truth truth) {
      add(truth.condition());
    }
  }
}
