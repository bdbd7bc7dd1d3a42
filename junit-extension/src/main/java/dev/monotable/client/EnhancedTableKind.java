package dev.monotable.client;

import org.jspecify.annotations.Nullable;

/** The types of tables of the enhanced clients, by name: the enhanced client may be missing. */
public enum EnhancedTableKind {
  SYNC("software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable"),
  ASYNC("software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable");

  private final String typeName;

  EnhancedTableKind(String typeName) {
    this.typeName = typeName;
  }

  /** Returns the constant with exactly this type, or null if the type is not supported. */
  public static @Nullable EnhancedTableKind find(Class<?> type) {
    String name = type.getName();
    for (EnhancedTableKind kind : values()) {
      if (kind.typeName.equals(name)) {
        return kind;
      }
    }
    return null;
  }
}
