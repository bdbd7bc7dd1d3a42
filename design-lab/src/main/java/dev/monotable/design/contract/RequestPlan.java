package dev.monotable.design.contract;

import dev.monotable.design.ledger.PartText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes what a request does in one line, with its values and without its result. */
final class RequestPlan {
  private static final int MAX_LENGTH = 600;
  private static final int MAX_PARTS = 3;

  private RequestPlan() {}

  static String of(ObservedRequest request) {
    PartText plan = new PartText(request.operation().name());
    List<RequestPart> parts = request.parts();
    if (parts.isEmpty()) {
      plan.add(" " + String.join(", ", request.tables()));
    } else if (parts.size() == 1) {
      part(plan, parts.get(0));
    } else {
      parts(plan, parts);
    }
    return plan.atMost(MAX_LENGTH);
  }

  /** Returns the page that a Query, a Scan or a SELECT has read; null for other requests. */
  static @Nullable PageRead page(ObservedRequest request) {
    List<RequestPart> parts = request.parts();
    return parts.size() == 1 && parts.get(0) instanceof PageRead page ? page : null;
  }

  private static void parts(PartText plan, List<RequestPart> parts) {
    String separator = " ";
    for (RequestPart part : parts.subList(0, Math.min(MAX_PARTS, parts.size()))) {
      plan.add(separator + (part instanceof ItemWritten written ? label(written) + " " : ""));
      plan.add(part.table());
      Item key = PartText.keyOf(part);
      if (key != null) {
        plan.key(key);
      } else if (part instanceof PageRead page) {
        page(plan, page);
      }
      separator = "; ";
    }
    int more = parts.size() - MAX_PARTS;
    plan.add(more > 0 ? " and " + more + " more" : "");
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

  private static void part(PartText plan, RequestPart part) {
    plan.add(" " + part.table());
    if (part instanceof ItemRead read) {
      plan.key(read.key()).expression(" projection ", read.projection());
      plan.add(read.consistent() ? " consistent" : "");
    } else if (part instanceof ItemWritten written) {
      plan.key(written.key()).expression(" update ", written.update());
      plan.expression(" if ", written.condition());
    } else if (part instanceof PageRead page) {
      page(plan, page);
    }
  }

  private static void page(PartText plan, PageRead page) {
    plan.add(page.index() == null ? "" : "." + page.index()).conditions(page);
    plan.expression(" filter ", page.filter()).expression(" projection ", page.projection());
    plan.add(page.countOnly() ? " count" : "");
    plan.add(page.consistent() ? " consistent" : "");
    plan.add(page.forward() ? "" : " descending");
    plan.add(page.limit() == null ? "" : " limit " + page.limit());
  }
}
