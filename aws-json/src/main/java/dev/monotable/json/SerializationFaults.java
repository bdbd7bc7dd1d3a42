package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Wording;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.ShapeSchema;
import org.jspecify.annotations.Nullable;

/**
 * The SerializationExceptions for JSON of a wrong type, in AWS's wording.
 *
 * <p>The classic texts were recorded from the service by architect/dynalite ({@code
 * test/helpers.js}, {@code assertType}). Since 2026 the errors that named Java classes have no
 * message, which SDKs show as {@code UnknownError} (recorded by floci-io/floci, {@code
 * DynamoDbRequestShapes}, 2026). The others are unchanged.
 */
final class SerializationFaults {
  private static final String CAST =
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class"
          + " java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and"
          + " java.lang.Class are in module java.base of loader 'bootstrap')";
  private static final String MODEL_PACKAGE = "com.amazonaws.dynamodb.v20120810.";
  private static final String BYTES = "java.nio.ByteBuffer";

  private final boolean namesClasses;

  SerializationFaults(Wording wording) {
    this.namesClasses = wording.namesJavaClasses();
  }

  private static DynamoException fault(@Nullable String message) {
    return new DynamoException(ErrorCode.SERIALIZATION, message);
  }

  /** Returns the error for a boolean, number or string where another of these was expected. */
  static DynamoException scalar(String found, String wanted) {
    return fault(found + " cannot be converted to " + wanted);
  }

  /** Returns the error for a JSON type other than a string where base64 was expected. */
  static DynamoException notBase64() {
    return fault("only base-64-encoded strings are convertible to bytes");
  }

  /** Returns the error for a string that is not base64: the first problem that AWS reports. */
  static DynamoException malformedBase64(byte[] text, int from, int to) {
    int length = to - from;
    if (length % 4 != 0) {
      return fault("Base64 encoded length is expected a multiple of 4 bytes but found: " + length);
    }
    for (int i = from; i < to; i++) {
      int c = text[i];
      boolean known =
          c >= 'A' && c <= 'Z'
              || c >= 'a' && c <= 'z'
              || c >= '0' && c <= '9'
              || c == '+'
              || c == '/'
              || c == '=';
      if (!known) {
        return fault("Invalid Base64 character: '" + (char) (c & 0xFF) + "'");
      }
    }
    // The spelling is AWS's.
    return fault("Invalid last non-pad Base64 character dectected");
  }

  /** Returns the error for a string where a boolean was expected, other than "true" and "false". */
  static DynamoException notBoolean() {
    return fault("Unexpected token received from parser");
  }

  /** Returns the error for an unexpected object. */
  static DynamoException structure() {
    return fault("Start of structure or map found where not expected");
  }

  /** Returns the error for a list where another shape was expected. */
  DynamoException collection(ShapeSchema wanted) {
    return collection(javaType(wanted));
  }

  /** Returns the error for a list where base64 was expected. */
  DynamoException collectionForBytes() {
    return collection("class " + BYTES);
  }

  private DynamoException collection(String javaType) {
    return fault(namesClasses ? "Unrecognized collection type " + javaType : null);
  }

  /**
   * Returns the error for a boolean, number or string for a member that is a list, a map or a
   * structure.
   */
  static DynamoException field() {
    return fault("Unexpected field type");
  }

  /**
   * Returns the error for a boolean, number or string for an element or map value that is a
   * structure.
   */
  static DynamoException element() {
    return fault("Unexpected value type in payload");
  }

  /**
   * Returns the error for a boolean, number or string for an element or map value that is itself a
   * list or a map.
   */
  DynamoException nestedCollection() {
    return fault(namesClasses ? CAST : null);
  }

  private static String javaType(ShapeSchema schema) {
    String name = javaName(schema);
    return name.endsWith(">") ? name : "class " + name;
  }

  private static String javaName(ShapeSchema schema) {
    return switch (schema.type()) {
      case STRING -> "java.lang.String";
      case INTEGER -> "java.lang.Integer";
      case LONG -> "java.lang.Long";
      case DOUBLE -> "java.lang.Double";
      case BOOLEAN -> "java.lang.Boolean";
      case TIMESTAMP -> "java.util.Date";
      case ATTRIBUTE_VALUE -> MODEL_PACKAGE + "AttributeValue";
      case ITEM -> "java.util.Map<java.lang.String, " + MODEL_PACKAGE + "AttributeValue>";
      case LIST -> "java.util.List<" + javaName(((ListSchema) schema).element()) + ">";
      case MAP -> "java.util.Map<java.lang.String, " + javaName(((MapSchema) schema).value()) + ">";
      case STRUCTURE -> MODEL_PACKAGE + schema.name();
    };
  }
}
