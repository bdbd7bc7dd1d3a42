package dev.monotable.design.ledger;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A line for people about a part of a request, with the values of keys and expressions. */
public final class PartText {
  private final StringBuilder line;

  /** Creates a line that begins with a text. */
  public PartText(String start) {
    this.line = new StringBuilder(160).append(start);
  }

  /** Returns the key of an item that was read or written; null for a page. */
  public static @Nullable Item keyOf(RequestPart part) {
    return part instanceof ItemRead read
        ? read.key()
        : part instanceof ItemWritten written ? written.key() : null;
  }

  /** Adds a text. */
  public PartText add(String text) {
    line.append(text);
    return this;
  }

  /** Adds a primary key as a condition, such as {@code PK = "ROOM#1" and SK = "METADATA"}. */
  public PartText key(Item key) {
    String separator = " ";
    for (Map.Entry<String, AttributeValue> attribute : new TreeMap<>(key.toMap()).entrySet()) {
      line.append(separator).append(attribute.getKey()).append(" = ");
      line.append(ExpressionText.literal(attribute.getValue()));
      separator = " and ";
    }
    return this;
  }

  /** Adds the key conditions of a page. */
  public PartText conditions(PageRead page) {
    String separator = " ";
    for (KeyRestriction condition : page.keyConditions()) {
      line.append(separator).append(condition);
      separator = " or ";
    }
    return this;
  }

  /** Adds an expression after its name, if there is one. */
  public PartText expression(String name, @Nullable ExpressionText expression) {
    return expression == null ? this : add(name).add(expression.toString());
  }

  /** Returns the line, or its beginning if it is longer than a number of characters. */
  public String atMost(int length) {
    String text = line.toString();
    return text.length() <= length ? text : text.substring(0, length - 1) + "…";
  }

  @Override
  public String toString() {
    return line.toString();
  }
}
