package dev.monotable.design.ledger;

import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import org.jspecify.annotations.Nullable;

/** Describes one part of a request in a line for people, with its values and its result. */
final class SampleLine {
  private static final int MAX_LENGTH = 400;

  private SampleLine() {}

  static String of(ObservedRequest request, @Nullable RequestPart part, Shape shape) {
    PartText line = new PartText(shape.withKey(null).operation());
    line.add(shape.table().isEmpty() ? "" : " " + shape.target());
    if (part instanceof ItemRead read) {
      line.key(read.key()).expression(" projection ", read.projection());
      line.add(read.consistent() ? " consistent" : "");
      line.add(read.item() == null ? ": no item, " : ": 1 item, ");
      line.add(number(read.units()) + " read units");
    } else if (part instanceof ItemWritten written) {
      line.key(written.key()).expression(" update ", written.update());
      line.expression(" if ", written.condition());
      line.add(written.applied() ? ": applied, " : ": not applied, ");
      line.add(number(written.units()) + " write units");
      int changes = written.indexChanges().size();
      line.add(changes == 0 ? "" : " and " + changes + " index changes");
    } else if (part instanceof PageRead page) {
      line.conditions(page).expression(" filter ", page.filter());
      line.add(page.forward() ? "" : " descending");
      line.add(page.limit() == null ? "" : " limit " + page.limit());
      line.add(": " + page.returned() + " of " + page.evaluated() + " items, ");
      line.add(number(page.units() + page.fetchedUnits()) + " read units");
      line.add(page.lastEvaluatedKey() == null ? "" : ", more to read");
    }
    line.add(request.unprocessed() > 0 ? ", " + request.unprocessed() + " unprocessed" : "");
    line.add(request.error() == null ? "" : ", " + request.error().shapeName());
    return line.atMost(MAX_LENGTH);
  }

  private static String number(double units) {
    return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
  }
}
