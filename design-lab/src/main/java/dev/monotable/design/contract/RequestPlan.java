package dev.monotable.design.contract;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Describes what a request does in one line, with its values and without its result. */
final class RequestPlan {
  private static final int MAX_LENGTH = 600;
  private static final int MAX_PARTS = 3;

  private final StringBuilder line = new StringBuilder(120);

  private RequestPlan() {}

  static String of(ObservedRequest request) {
    RequestPlan plan = new RequestPlan();
    plan.line.append(request.operation().name());
    List<RequestPart> parts = request.parts();
    if (parts.isEmpty()) {
      plan.line.append(' ').append(String.join(", ", request.tables()));
    } else if (parts.size() == 1) {
      plan.part(parts.get(0));
    } else {
      plan.parts(parts);
    }
    String text = plan.line.toString();
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
  }

  /** Returns the page that a Query, a Scan or a SELECT has read; null for other requests. */
  static @Nullable PageRead page(ObservedRequest request) {
    List<RequestPart> parts = request.parts();
    return parts.size() == 1 && parts.get(0) instanceof PageRead page ? page : null;
  }

  /** Returns a primary key as a condition, such as {@code PK = "ROOM#1" and SK = "METADATA"}. */
  static String key(Item key) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, AttributeValue> attribute : new TreeMap<>(key.toMap()).entrySet()) {
      text.append(text.length() == 0 ? "" : " and ").append(attribute.getKey()).append(" = ");
      text.append(ExpressionText.literal(attribute.getValue()));
    }
    return text.toString();
  }

  private void parts(List<RequestPart> parts) {
    String separator = " ";
    for (RequestPart part : parts.subList(0, Math.min(MAX_PARTS, parts.size()))) {
      line.append(separator);
      if (part instanceof ItemWritten written) {
        line.append(label(written)).append(' ');
      }
      line.append(part.table());
      if (part instanceof ItemRead read) {
        line.append(' ').append(key(read.key()));
      } else if (part instanceof ItemWritten written) {
        line.append(' ').append(key(written.key()));
      } else if (part instanceof PageRead page) {
        pageOf(page);
      }
      separator = "; ";
    }
    int more = parts.size() - MAX_PARTS;
    line.append(more > 0 ? " and " + more + " more" : "");
  }

  private static String label(ItemWritten written) {
    return switch (written.writeKind()) {
      case PUT -> "Put";
      case INSERT -> "Insert";
      case UPDATE -> "Update";
      case DELETE -> "Delete";
      case CONDITION_CHECK -> "ConditionCheck";
    };
  }

  private void part(RequestPart part) {
    line.append(' ').append(part.table());
    if (part instanceof ItemRead read) {
      line.append(' ').append(key(read.key()));
      expression(" projection ", read.projection());
      line.append(read.consistent() ? " consistent" : "");
    } else if (part instanceof ItemWritten written) {
      line.append(' ').append(key(written.key()));
      expression(" update ", written.update());
      expression(" if ", written.condition());
    } else if (part instanceof PageRead page) {
      pageOf(page);
    }
  }

  private void pageOf(PageRead page) {
    line.append(page.index() == null ? "" : "." + page.index());
    String separator = " ";
    for (KeyRestriction condition : page.keyConditions()) {
      line.append(separator).append(condition);
      separator = " or ";
    }
    expression(" filter ", page.filter());
    expression(" projection ", page.projection());
    line.append(page.countOnly() ? " count" : "");
    line.append(page.consistent() ? " consistent" : "");
    line.append(page.forward() ? "" : " descending");
    line.append(page.limit() == null ? "" : " limit " + page.limit());
  }

  private void expression(String name, @Nullable ExpressionText expression) {
    if (expression != null) {
      line.append(name).append(expression);
    }
  }
}
