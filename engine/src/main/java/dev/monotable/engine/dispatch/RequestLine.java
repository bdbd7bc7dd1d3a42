package dev.monotable.engine.dispatch;

import dev.monotable.engine.error.AccessFault;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.engine.observe.TotalUnits;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Locale;

/** Describes a request in one line for people. */
final class RequestLine {
  /**
   * The bytes around the text of a key value in its JSON, such as {@code {"S":"} and {@code "}}.
   */
  private static final int BEFORE_TEXT = 6;

  private static final int AFTER_TEXT = 2;

  private final ObservedRequest request;
  private final StringBuilder line = new StringBuilder(128);

  private RequestLine(ObservedRequest request) {
    this.request = request;
  }

  static String of(ObservedRequest request) {
    RequestLine line = new RequestLine(request);
    line.subject();
    line.result();
    return line.line.toString();
  }

  private void subject() {
    line.append(request.operation().name());
    List<String> tables = request.tables();
    if (!tables.isEmpty()) {
      line.append(' ').append(String.join(", ", tables));
      if (request.index() != null) {
        line.append('.').append(request.index());
      }
    }
    List<RequestPart> parts = request.parts();
    if (parts.size() == 1) {
      part(parts.get(0));
    } else if (parts.size() > 1) {
      line.append(' ').append(parts.size()).append(" parts");
    }
  }

  private void part(RequestPart part) {
    if (part instanceof ItemRead read) {
      key(read.key());
    } else if (part instanceof ItemWritten written) {
      key(written.key());
      if (written.condition() != null) {
        line.append(" if ").append(written.condition());
      }
    } else if (part instanceof PageRead page) {
      String separator = " ";
      for (KeyRestriction condition : page.keyConditions()) {
        line.append(separator).append(condition);
        separator = " or ";
      }
      if (page.filter() != null) {
        line.append(" filter ").append(page.filter());
      }
    }
  }

  /** Appends the values of a primary key, escaped as in JSON, so that they stay on the line. */
  private void key(Item key) {
    String separator = " ";
    for (AttributeValue value : key.toMap().values()) {
      String json = value.toString();
      line.append(separator).append(json, BEFORE_TEXT, json.length() - AFTER_TEXT);
      separator = " / ";
    }
  }

  private void result() {
    line.append(": ");
    if (request.error() != null) {
      line.append(request.error().shapeName()).append(", ");
      if (request.error().fault() instanceof AccessFault.Denied denied) {
        line.append(denied.decidedBy()).append(", ");
      }
    } else if (request.connectionDropped()) {
      line.append("connection dropped, ");
    }
    long read = request.itemsRead();
    if (read > 0) {
      line.append(request.itemsReturned()).append(" of ").append(read).append(" items, ");
      count((double) request.bytesRead(), "byte");
    }
    TotalUnits units = TotalUnits.of(request);
    count(units.readUnits(), "read unit");
    count(units.writeUnits(), "write unit");
    if (request.unprocessed() > 0) {
      line.append(request.unprocessed()).append(" unprocessed, ");
    } else if (request.hasMore()) {
      line.append("more to read, ");
    }
    line.append(String.format(Locale.ROOT, "%.3f ms", request.duration().toNanos() / 1e6));
    if (!request.injected().isEmpty()) {
      line.append(" (injected fault)");
    }
  }

  /** Appends a number that is not 0, with its unit. */
  private void count(double number, String unit) {
    if (number > 0) {
      line.append(number(number)).append(' ').append(unit).append(number == 1 ? ", " : "s, ");
    }
  }

  private static String number(double units) {
    return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
  }
}
