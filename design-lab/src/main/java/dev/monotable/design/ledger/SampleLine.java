package dev.monotable.design.ledger;

import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes one part of a request in a line for people, with its values and its result. */
final class SampleLine {
  private static final int MAX_LENGTH = 400;

  private final StringBuilder line = new StringBuilder(160);

  private SampleLine() {}

  static String of(ObservedRequest request, @Nullable RequestPart part, Shape shape) {
    SampleLine sample = new SampleLine();
    sample.line.append(shape.withKey(null).operation());
    if (!shape.table().isEmpty()) {
      sample.line.append(' ').append(shape.target());
    }
    if (part instanceof ItemRead read) {
      sample.read(read);
    } else if (part instanceof ItemWritten written) {
      sample.written(written);
    } else if (part instanceof PageRead page) {
      sample.page(page);
    }
    if (request.unprocessed() > 0) {
      sample.line.append(", ").append(request.unprocessed()).append(" unprocessed");
    }
    if (request.error() != null) {
      sample.line.append(", ").append(request.error().code().shapeName());
    }
    String text = sample.line.toString();
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
  }

  private void read(ItemRead read) {
    key(read.key());
    expression(" projection ", read.projection());
    line.append(read.consistent() ? " consistent" : "");
    line.append(read.item() == null ? ": no item, " : ": 1 item, ");
    line.append(number(read.units())).append(" read units");
  }

  private void written(ItemWritten written) {
    key(written.key());
    expression(" update ", written.update());
    expression(" if ", written.condition());
    line.append(written.applied() ? ": applied, " : ": not applied, ");
    line.append(number(written.units())).append(" write units");
    if (!written.indexChanges().isEmpty()) {
      line.append(" and ").append(written.indexChanges().size()).append(" index changes");
    }
  }

  private void page(PageRead page) {
    String separator = " ";
    for (KeyRestriction condition : page.keyConditions()) {
      line.append(separator).append(condition);
      separator = " or ";
    }
    expression(" filter ", page.filter());
    line.append(page.forward() ? "" : " descending");
    line.append(page.limit() == null ? "" : " limit " + page.limit());
    line.append(": ").append(page.returned()).append(" of ").append(page.evaluated());
    line.append(" items, ").append(number(page.units() + page.fetchedUnits()));
    line.append(" read units");
    line.append(page.lastEvaluatedKey() == null ? "" : ", more to read");
  }

  private void key(Item key) {
    String separator = " ";
    for (Map.Entry<String, AttributeValue> attribute :
        new java.util.TreeMap<>(key.toMap()).entrySet()) {
      line.append(separator).append(attribute.getKey()).append(" = ");
      line.append(ExpressionText.literal(attribute.getValue()));
      separator = " and ";
    }
  }

  private void expression(String name, @Nullable ExpressionText expression) {
    if (expression != null) {
      line.append(name).append(expression);
    }
  }

  private static String number(double units) {
    return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
  }
}
