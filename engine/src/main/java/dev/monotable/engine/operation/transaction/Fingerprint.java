package dev.monotable.engine.operation.transaction;

import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.Item;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A 128-bit hash of the actions of a request, which shows whether another request has the same
 * actions. Two lanes each multiply and rotate eight bytes at a time, straight from the canonical
 * bytes of items. Every SDK sends a token with every transaction, and a cryptographic digest of the
 * printed request took longer than the transaction. The hash need not be cryptographic, because
 * nobody gains from a collision in their own database.
 */
final class Fingerprint {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FIRST = 0x87C37B91114253D5L;
  private static final long SECOND = 0x4CF5AD432745937FL;

  private long one = FIRST;
  private long two = SECOND;

  /** Adds every member of a structure, nested ones included. */
  Fingerprint add(Structure structure) {
    add(structure.schema(), structure);
    return this;
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private <T extends Record> void add(StructureSchema<T> schema, Structure structure) {
    T members = (T) structure;
    for (int i = 0; i < schema.memberCount(); i++) {
      addValue(schema.value(members, i));
    }
  }

  private void addValue(@Nullable Object value) {
    if (value == null) {
      mix(-1);
    } else if (value instanceof String text) {
      addText(text);
    } else if (value instanceof Item item) {
      addBytes(item.json());
    } else if (value instanceof Structure structure) {
      add(structure);
    } else if (value instanceof List<?> list) {
      mix(list.size());
      for (Object element : list) {
        addValue(element);
      }
    } else if (value instanceof Map<?, ?> map) {
      mix(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        addValue(entry.getKey());
        addValue(entry.getValue());
      }
    } else {
      addText(value.toString());
    }
  }

  private void addText(String text) {
    int length = text.length();
    mix(length);
    for (int i = 0; i < length; i++) {
      mix(text.charAt(i));
    }
  }

  private void addBytes(byte[] bytes) {
    int length = bytes.length;
    mix(length);
    int at = 0;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      mix((long) WORD.get(bytes, at));
    }
    for (; at < length; at++) {
      mix(bytes[at]);
    }
  }

  private void mix(long word) {
    one = (Long.rotateLeft(one, 27) ^ word) * FIRST;
    two = (Long.rotateLeft(two, 31) + word) * SECOND;
  }

  /** Returns the hash, 16 bytes. */
  byte[] toBytes() {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(one ^ one >>> 29 ^ two)
        .putLong(two ^ two >>> 32)
        .array();
  }
}
