package dev.monotable.access.request;

import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import org.jspecify.annotations.Nullable;

/** Reads the members of requests by their names on the wire. */
final class Members {
  private Members() {}

  /** Returns a member of a structure; null if the structure does not have it. */
  static @Nullable Object find(@Nullable Object structure, String member) {
    return structure instanceof Structure known ? find(known.schema(), known, member) : null;
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private static <T extends Record> @Nullable Object find(
      StructureSchema<T> schema, Structure structure, String member) {
    int at = schema.memberIndex(member);
    return at < 0 ? null : schema.value((T) structure, at);
  }

  /** Returns a member that is a string; null if the structure does not have it. */
  static @Nullable String text(@Nullable Object structure, String member) {
    return find(structure, member) instanceof String text ? text : null;
  }
}
