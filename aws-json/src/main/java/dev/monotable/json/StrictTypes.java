package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import org.jspecify.annotations.Nullable;

/**
 * The errors of the deserializer that reads the requests of strict operations ({@code
 * OperationTraits.Feature.STRICT}): of members with a wrong JSON type or null, and of missing ones.
 * It reports them before any member is validated, each with its place in the body
 * (paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/searchVectors}, eu-west-2 and
 * us-east-1, 2026-10-09; the texts are those of Rust's serde_json).
 */
final class StrictTypes {
  private StrictTypes() {}

  /**
   * Checks the type of the next value.
   *
   * @throws DynamoException a SerializationException
   */
  static void require(JsonReader in, Member member) {
    ShapeSchema schema = member.schema();
    int c = in.peek();
    if (c == 'n' && !member.required()) {
      return;
    }
    ShapeType type = schema.type();
    char wanted =
        switch (type) {
          case STRING -> '"';
          case LIST -> '[';
          case INTEGER -> '0';
          case MAP, ITEM, STRUCTURE -> '{';
          case BOOLEAN, LONG, DOUBLE, TIMESTAMP, ATTRIBUTE_VALUE -> (char) c;
        };
    boolean number = c == '-' || (c >= '0' && c <= '9');
    if (c == wanted || (number && wanted == '0' && isWhole(in))) {
      return;
    }
    String found = found(in, c, number);
    String expected =
        switch (type) {
          case STRING -> "a string";
          case LIST -> "a sequence";
          case INTEGER -> "i32";
          default -> "a map";
        };
    String kind = found.startsWith("integer") && wanted == '0' ? "value" : "type";
    throw new DynamoException(
        ErrorCode.SERIALIZATION,
        "invalid " + kind + ": " + found + ", expected " + expected + place(in));
  }

  /** Returns whether the next number is a whole one of 32 bits. */
  private static boolean isWhole(JsonReader in) {
    int mark = in.position();
    in.number();
    boolean whole = false;
    if (!in.decimal() && in.to() - in.from() <= 11) {
      long value = Long.parseLong(in.asString());
      whole = value == (int) value;
    }
    in.back(mark);
    return whole;
  }

  /** Reads a value of a wrong type and describes it. */
  private static String found(JsonReader in, int c, boolean number) {
    if (number) {
      in.number();
      return (in.decimal() ? "floating point `" : "integer `") + in.asString() + '`';
    }
    switch (c) {
      case '"':
        in.string();
        return "string \"" + in.asString() + '"';
      case '{':
        return "map";
      case '[':
        return "sequence";
      default:
        int literal = in.literal();
        return literal == 'n' ? "null" : "boolean `" + (literal == 't') + '`';
    }
  }

  /**
   * Checks that all required members are present.
   *
   * @param values by the index of the member; null for one that was not sent
   * @throws DynamoException a ValidationException
   */
  static void requireAll(JsonReader in, StructureSchema<?> schema, @Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      Member member = schema.member(i);
      if (values[i] == null && member.required()) {
        throw new DynamoException(
            ErrorCode.VALIDATION, "missing field `" + member.wireName() + '`' + place(in));
      }
    }
  }

  private static String place(JsonReader in) {
    return " at line " + in.line() + " column " + in.column();
  }
}
