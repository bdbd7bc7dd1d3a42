package dev.monotable.engine.validation;

import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;

/**
 * Prints values as AWS quotes them in its messages, which is how AWS's Java classes print them:
 * {@code [KeySchemaElement(attributeName=pk, keyType=HASH)]}.
 */
final class ValueText extends ValuePrinter {
  private final Overlay overlay;

  private ValueText(Overlay overlay) {
    super(", ");
    this.overlay = overlay;
  }

  static String of(Overlay overlay, ShapeSchema schema, Object value) {
    return new ValueText(overlay).printed(schema, value);
  }

  @Override
  void print(ShapeType type, String value) {
    text.append(type == ShapeType.STRING ? Echo.of(value) : value);
  }

  @Override
  void printName(String name) {
    text.append(Echo.of(name)).append('=');
  }

  @Override
  void print(StructureSchema<Record> schema, Record structure) {
    text.append(schema.name()).append('(');
    String separator = "";
    for (Member member : schema.members()) {
      text.append(separator).append(member.messageName()).append('=');
      print(member.schema(), schema.value(structure, member.index()));
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

  /** Prints an item; an empty one if it has an invalid value, whose bytes cannot be read. */
  @Override
  void print(Item item) {
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

  /** Prints a value as AWS's class does, with members for types that the API has never had. */
  @Override
  void print(AttributeValue value) {
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
