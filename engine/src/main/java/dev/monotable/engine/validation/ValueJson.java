package dev.monotable.engine.validation;

import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;

/** Prints values in the form in which the newer layer quotes some of them: as they were sent. */
final class ValueJson extends ValuePrinter {
  private ValueJson() {
    super(",");
  }

  static String of(ShapeSchema schema, Object value) {
    return new ValueJson().printed(schema, value);
  }

  @Override
  void print(ShapeType type, String value) {
    quote(value);
  }

  @Override
  void print(AttributeValue value) {
    text.append(value.echo());
  }

  @Override
  void print(Item item) {
    text.append(item.echo());
  }

  @Override
  void print(StructureSchema<Record> schema, Record structure) {
    text.append('{');
    String separator = "";
    for (Member member : schema.members()) {
      Object value = schema.value(structure, member.index());
      if (value != null) {
        text.append(separator);
        printName(member.wireName());
        print(member.schema(), value);
        separator = ",";
      }
    }
    text.append('}');
  }

  @Override
  void printName(String name) {
    quote(name);
    text.append(':');
  }

  private void quote(String string) {
    text.append('"')
        .append(Echo.of(string).replace("\\", "\\\\").replace("\"", "\\\""))
        .append('"');
  }
}
