package dev.monotable.engine.observe;

import dev.monotable.model.Operations;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The approximate size of what an observed request refers to, in bytes: the items that it has read
 * and written, as JSON, and the values and texts in the request itself. For observers that keep
 * requests and bound their memory.
 */
public final class RequestSize {
  private RequestSize() {}

  /** Returns the size of what a request refers to. */
  public static long of(ObservedRequest request) {
    long parts = partsOf(request.parts());
    if (request.error() == null && request.operation() == Operations.GET_ITEM) {
      return parts; // the most frequent request: it has a key only, which was validated
    }
    long values = sizeOf(request.request());
    // An item that was put is part of the request and of what was written. If the request failed,
    // it is in the request only.
    return request.error() == null ? Math.max(parts, values) : parts + values;
  }

  private static long partsOf(List<RequestPart> parts) {
    long size = 0;
    for (int i = 0; i < parts.size(); i++) {
      RequestPart part = parts.get(i);
      if (part instanceof ItemRead read) {
        size += read.key().jsonLength() + sizeOf(read.item());
      } else if (part instanceof PageRead page) {
        size += page.bytes();
      } else if (part instanceof ItemWritten written) {
        size += sizeOf(written.before()) + sizeOf(written.after());
      } else if (part instanceof RecordsRead records) {
        size += records.bytes();
      }
    }
    return size;
  }

  private static long sizeOf(@Nullable Item item) {
    return item == null ? 0 : item.jsonLength();
  }

  /** Returns the size of the values and texts in a request, or in a part of it. */
  private static long sizeOf(@Nullable Object value) {
    if (value instanceof Item item) {
      return item.jsonLength();
    } else if (value instanceof AttributeValue attribute) {
      return (long) attribute.end() - attribute.start();
    } else if (value instanceof String text) {
      return text.length();
    } else if (value instanceof Structure structure) {
      return sizeOf(structure.schema(), structure);
    }
    long size = 0;
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        size += sizeOf(list.get(i));
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        size += sizeOf(entry.getKey()) + sizeOf(entry.getValue());
      }
    }
    return size;
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private static <T extends Record> long sizeOf(StructureSchema<T> schema, Structure structure) {
    long size = 0;
    for (int i = 0; i < schema.memberCount(); i++) {
      size += sizeOf(schema.value((T) structure, i));
    }
    return size;
  }
}
