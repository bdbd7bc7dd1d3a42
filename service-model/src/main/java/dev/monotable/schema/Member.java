package dev.monotable.schema;

import java.nio.charset.StandardCharsets;

/** A member of a structure. */
public final class Member {
  private final int index;
  private final String wireName;
  private final String messageName;
  private final byte[] utf8Name;
  private final byte[] encodedName;
  private final boolean required;
  private final ShapeSchema schema;

  private Member(int index, String wireName, boolean required, ShapeSchema schema) {
    this.index = index;
    this.wireName = wireName;
    this.messageName = Character.toLowerCase(wireName.charAt(0)) + wireName.substring(1);
    this.utf8Name = wireName.getBytes(StandardCharsets.UTF_8);
    this.encodedName = ("\"" + wireName + "\":").getBytes(StandardCharsets.UTF_8);
    this.required = required;
    this.schema = schema;
  }

  /** Creates a member. The index counts from 0 in the model's order. */
  public static Member of(int index, String wireName, boolean required, ShapeSchema schema) {
    return new Member(index, wireName, required, schema);
  }

  /** Returns the index in the structure, from 0 in the model's order. */
  public int index() {
    return index;
  }

  /** Returns the name in JSON, such as {@code SSESpecification}. */
  public String wireName() {
    return wireName;
  }

  /** Returns the name in error messages, such as {@code sSESpecification}. */
  public String messageName() {
    return messageName;
  }

  /**
   * Returns the UTF-8 bytes of {@code "TableName":}, quotes and colon included. Not to be modified.
   */
  public byte[] encodedName() {
    return encodedName;
  }

  /** Returns the UTF-8 bytes of {@link #wireName()}. Not to be modified. */
  byte[] utf8Name() {
    return utf8Name;
  }

  /** Returns whether the model requires the member. */
  public boolean required() {
    return required;
  }

  /** Returns the shape of the member's values. */
  public ShapeSchema schema() {
    return schema;
  }

  @Override
  public String toString() {
    return wireName + ": " + schema;
  }
}
