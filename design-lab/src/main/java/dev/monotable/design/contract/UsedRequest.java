package dev.monotable.design.contract;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.load.Numbers;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import org.jspecify.annotations.Nullable;

/**
 * A request of a use, with the pages that followed it.
 *
 * @param plan the operation, the table or index, the key condition with its values, and the other
 *     expressions, such as {@code Query Chat.GSI1 GSI1PK = "ROOM#1" filter status = "open"}
 * @param items the items that all pages read
 * @param pages the number of requests: more than one if the first page was followed
 * @param error the code of the error that the last page returned; null if it succeeded
 */
public record UsedRequest(
    String plan,
    UsedItems items,
    double readUnits,
    double writeUnits,
    int pages,
    @Nullable String error) {

  static UsedRequest of(ObservedRequest request) {
    double read = 0;
    double written = 0;
    for (ConsumedUnits units : request.capacity()) {
      read += units.readUnits();
      written += units.writeUnits();
    }
    long passed = 0;
    for (RequestPart part : request.parts()) {
      passed += part instanceof PageRead page ? page.returned() : 0;
    }
    boolean pages = RequestPlan.page(request) != null;
    return new UsedRequest(
        RequestPlan.of(request),
        new UsedItems(
            request.itemsRead(), pages ? passed : request.itemsReturned(), request.bytesRead()),
        read,
        written,
        1,
        request.error() == null ? null : request.error().shapeName());
  }

  /** Returns this request with the page that followed it. */
  UsedRequest followedBy(UsedRequest next) {
    return new UsedRequest(
        plan,
        items.plus(next.items),
        readUnits + next.readUnits,
        writeUnits + next.writeUnits,
        pages + next.pages,
        next.error);
  }

  /** Returns the plan and what the request read and wrote, in one line. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(plan).append(": ");
    if (items.read() > 0 || writeUnits == 0) {
      if (items.returned() != items.read()) {
        line.append(Numbers.plain(items.returned())).append(" of ");
      }
      line.append(count(items.read(), "item")).append(", ");
      line.append(count(items.bytes(), "byte")).append(", ");
    }
    if (readUnits > 0 || writeUnits == 0) {
      line.append(units(readUnits, "read"));
    }
    if (writeUnits > 0) {
      line.append(readUnits > 0 ? ", " : "").append(units(writeUnits, "write"));
    }
    line.append(pages > 1 ? ", " + pages + " pages" : "");
    return line.append(error == null ? "" : ", " + error).toString();
  }
}
