package dev.monotable.engine.validation;

import dev.monotable.schema.FrozenMap;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints values as AWS quotes them in its messages, which is how AWS's Java classes print them:
 * {@code [KeySchemaElement(attributeName=pk, keyType=HASH)]}. Nothing is printed beyond the length
 * that a message repeats.
 */
final class ValueText {
  private final Overlay overlay;
  private final StringBuilder text = new StringBuilder();

  private ValueText(Overlay overlay) {
    this.overlay = overlay;
  }

  static String of(Overlay overlay, ShapeSchema schema, Object value) {
    ValueText printer = new ValueText(overlay);
    printer.print(schema, value);
    return Echo.of(printer.text.toString());
  }

  /** Returns whether the text is as long as a message repeats; the rest is not printed. */
  private boolean isFull() {
    return text.length() > Echo.MAX_CHARS;
  }

  private void print(ShapeSchema schema, @Nullable Object value) {
    if (value == null) {
      text.append("null");
      return;
    }
    switch (schema.type()) {
      case STRING -> text.append(Echo.of((String) value));
      case INTEGER, LONG, DOUBLE, BOOLEAN, TIMESTAMP -> text.append(value);
      case ATTRIBUTE_VALUE -> print((AttributeValue) value);
      case ITEM -> print((Item) value);
      case LIST -> print(((ListSchema) schema).element(), (List<?>) value);
      case MAP -> print(((MapSchema) schema).value(), (FrozenMap<?>) value);
      case STRUCTURE -> print((Structure) value);
    }
  }

  private void print(ShapeSchema element, List<?> list) {
    text.append('[');
    for (int i = 0; i < list.size() && !isFull(); i++) {
      text.append(i == 0 ? "" : ", ");
      print(element, list.get(i));
    }
    text.append(']');
  }

  private void print(ShapeSchema value, FrozenMap<?> map) {
    text.append('{');
    for (int i = 0; i < map.size() && !isFull(); i++) {
      text.append(i == 0 ? "" : ", ").append(Echo.of(map.keyAt(i))).append('=');
      print(value, map.valueAt(i));
    }
    text.append('}');
  }

  @SuppressWarnings("unchecked") // a structure is a record of its own schema
  private void print(Structure structure) {
    StructureSchema<Record> schema = (StructureSchema<Record>) structure.schema();
    text.append(schema.name()).append('(');
    String separator = "";
    for (Member member : schema.members()) {
      text.append(separator).append(member.messageName()).append('=');
      print(member.schema(), schema.value((Record) structure, member.index()));
      separator = ", ";
    }
    Overlay.Line hidden = overlay.find(schema.name(), Overlay.Change.PRINTS);
    if (hidden != null) {
      for (String name : hidden.arguments()) {
        text.append(separator).append(name).append("=null");
        separator = ", ";
      }
    }
    text.append(')');
  }

  /** The bytes of an item with an invalid value cannot be read, so nothing of it is printed. */
  private void print(Item item) {
    if (item.fault() == null) {
      printMembers(item.json(), 0);
    } else {
      text.append("{}");
    }
  }

  private void printMembers(byte[] json, int mapAt) {
    text.append('{');
    String separator = "";
    for (int member = CanonicalJson.firstMember(json, mapAt);
        member >= 0 && !isFull();
        member = CanonicalJson.nextMember(json, member)) {
      text.append(separator).append(CanonicalJson.nameEcho(json, member)).append('=');
      print(AttributeValue.at(json, CanonicalJson.valueOf(json, member)));
      separator = ", ";
    }
    text.append('}');
  }

  /** AWS's class has members for types that its API has never had. */
  private void print(AttributeValue value) {
    text.append("AttributeValue(s=");
    printIf(value, AttributeType.S);
    text.append(", n=");
    printIf(value, AttributeType.N);
    text.append(", b=");
    printIf(value, AttributeType.B);
    text.append(", iNT=null, dECIMAL=null, dOUBLE=null, sS=");
    printIf(value, AttributeType.SS);
    text.append(", nS=");
    printIf(value, AttributeType.NS);
    text.append(", bS=");
    printIf(value, AttributeType.BS);
    text.append(", iNTSET=null, dECIMALSET=null, dOUBLESET=null, m=");
    printIf(value, AttributeType.M);
    text.append(", l=");
    printIf(value, AttributeType.L);
    text.append(", nULL=");
    printIf(value, AttributeType.NULL);
    text.append(", bOOL=");
    printIf(value, AttributeType.BOOL);
    text.append(')');
  }

  private void printIf(AttributeValue value, AttributeType type) {
    if (value.fault() != null || value.type() != type) {
      text.append("null");
      return;
    }
    switch (type) {
      case S -> text.append(value.stringEcho());
      case N -> text.append(value.numberText());
      case B -> printBinary(value.size());
      case M -> printMembers(value.array(), CanonicalJson.mapOf(value.array(), value.start()));
      case SS, NS, BS, L -> printElements(type, value.array(), value.start());
      case NULL -> text.append("true");
      case BOOL -> text.append(value.bool());
    }
  }

  private void printElements(AttributeType type, byte[] json, int at) {
    text.append('[');
    String separator = "";
    for (int element = CanonicalJson.firstElement(json, at);
        element >= 0 && !isFull();
        element = CanonicalJson.nextElement(json, element)) {
      text.append(separator);
      if (type == AttributeType.L) {
        print(AttributeValue.at(json, element));
      } else if (type == AttributeType.BS) {
        printBinary(CanonicalJson.binaryElementLength(json, element));
      } else {
        text.append(CanonicalJson.elementEcho(json, element));
      }
      separator = ", ";
    }
    text.append(']');
  }

  private void printBinary(int length) {
    text.append("java.nio.HeapByteBuffer[pos=0 lim=")
        .append(length)
        .append(" cap=")
        .append(length)
        .append(']');
  }
}
