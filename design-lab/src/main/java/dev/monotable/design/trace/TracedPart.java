package dev.monotable.design.trace;

import dev.monotable.design.ledger.PartText;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a request of a trace: an item or a page. What is asked of it is found once. */
public final class TracedPart {
  private final Trace trace;
  private final TracedRequest of;
  private final RequestPart part;
  private @Nullable Shape shape;
  private @Nullable String subject;
  private @Nullable List<Entity> entities;

  TracedPart(Trace trace, TracedRequest of, RequestPart part) {
    this.trace = trace;
    this.of = of;
    this.part = part;
  }

  /** Returns the request that contains it. */
  public TracedRequest of() {
    return of;
  }

  /** Returns the request that contains it, as it was observed. */
  public ObservedRequest request() {
    return of.request();
  }

  /** Returns what was observed. */
  public RequestPart part() {
    return part;
  }

  /** Returns when the request started. */
  public Instant at() {
    return of.at();
  }

  /** Returns the table as it was observed, otherwise as it is declared, or null. */
  public @Nullable DesignTable table() {
    return trace.findTable(part.table());
  }

  /** Returns its shape. */
  public Shape shape() {
    Shape known = shape;
    if (known == null) {
      known = trace.shape(this);
      shape = known;
    }
    return known;
  }

  /** Returns the access pattern if it is part of exactly one, otherwise the text of its shape. */
  public String subject() {
    String known = subject;
    if (known == null) {
      known = trace.subject(shape());
      subject = known;
    }
    return known;
  }

  /** Returns the item of a write after it, or before it if there is none afterwards. */
  private @Nullable Item item() {
    if (part instanceof ItemWritten written) {
      return written.after() == null ? written.before() : written.after();
    }
    return part instanceof ItemRead read ? read.item() : null;
  }

  /** Returns the declared entities whose key the item has. */
  public List<Entity> entities() {
    List<Entity> known = entities;
    if (known == null) {
      Item item = item();
      known = item == null ? List.of() : trace.entitiesOf(part.table(), item);
      entities = known;
    }
    return known;
  }

  /** Returns the entity of the item as {@code TABLE/ENTITY}, or the table if that is unclear. */
  public String entity() {
    List<Entity> known = entities();
    return known.size() == 1 ? part.table() + "/" + known.get(0).name() : part.table();
  }

  /** Returns the part in one line, with the values of its key. */
  public String line() {
    PartText line = new PartText(request().operation().name()).add(" " + part.table());
    if (part instanceof PageRead page) {
      line.add(page.index() == null ? "" : "." + page.index()).conditions(page);
    }
    Item key = PartText.keyOf(part);
    return key == null ? line.toString() : line.key(key).toString();
  }

  /** Returns the letters at the beginning of a value, if something else follows them. */
  public static String word(@Nullable AttributeValue value) {
    String text = value == null || value.type() != AttributeType.S ? "" : value.string();
    int end = 0;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return end == text.length() ? "" : text.substring(0, end); // a word alone is a value
  }

  /** Returns a request on an item in one line. */
  public static String line(String operation, String table, Item key) {
    return new PartText(operation).add(" " + table).key(key).toString();
  }
}
