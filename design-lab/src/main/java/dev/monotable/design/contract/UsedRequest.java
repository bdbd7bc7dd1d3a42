package dev.monotable.design.contract;

import dev.monotable.design.load.Numbers;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A request of a use, with the pages that followed it.
 *
 * @param plan the operation, the table or index, the key condition with its values, and the other
 *     expressions, such as {@code Query Chat.GSI1 GSI1PK = "ROOM#1" filter status = "open"}
 * @param itemsRead items, or index entries, that were read and charged
 * @param itemsReturned those of them that passed the filter
 * @param bytes the size of the items read
 * @param pages the number of requests: more than one if the first page was followed
 * @param error the code of the error that the last page returned; null if it succeeded
 */
public record UsedRequest(
    String plan,
    long itemsRead,
    long itemsReturned,
    long bytes,
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
        request.itemsRead(),
        pages ? passed : request.itemsReturned(),
        request.bytesRead(),
        read,
        written,
        1,
        request.error() == null ? null : request.error().code().shapeName());
  }

  /** Returns this request with the page that followed it. */
  UsedRequest followedBy(UsedRequest next) {
    return new UsedRequest(
        plan,
        itemsRead + next.itemsRead,
        itemsReturned + next.itemsReturned,
        bytes + next.bytes,
        readUnits + next.readUnits,
        writeUnits + next.writeUnits,
        pages + next.pages,
        next.error);
  }

  /** Returns the plan and what the request read and wrote, in one line. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(plan).append(": ");
    if (itemsRead > 0 || writeUnits == 0) {
      if (itemsReturned != itemsRead) {
        line.append(Numbers.plain(itemsReturned)).append(" of ");
      }
      line.append(count(itemsRead, "item")).append(", ");
      line.append(count(bytes, "byte")).append(", ");
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

  /** Returns a number with its noun, such as {@code 1 item}. */
  static String count(long number, String noun) {
    return Numbers.plain(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Returns capacity units, such as {@code 0.5 read units}. */
  static String units(double units, String kind) {
    return number(units) + " " + kind + " unit" + (units == 1 ? "" : "s");
  }

  static String number(double number) {
    return Numbers.plain(BigDecimal.valueOf(number));
  }
}
