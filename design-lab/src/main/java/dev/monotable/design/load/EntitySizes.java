package dev.monotable.design.load;

import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection.Kind;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of items and index entries: declared, otherwise observed, otherwise the sum of the
 * declared attributes. The sizes of a test's items say little about those of users, so they do not
 * replace declared ones.
 */
public final class EntitySizes {
  /** The size of a value whose size is not declared: an identifier or a time. */
  private static final long VALUE_BYTES = 24;

  private final @Nullable Ledger ledger;

  /**
   * Creates the sizes of a design's items.
   *
   * @param ledger what was observed; null if nothing was
   */
  public EntitySizes(@Nullable Ledger ledger) {
    this.ledger = ledger;
  }

  /** Returns the average size of an entity's items. */
  public long itemBytes(DesignTable table, Entity entity) {
    Integer declared = entity.estimate().bytes();
    if (declared != null) {
      return declared;
    }
    ItemShape observed = find(table, entity);
    if (observed != null && observed.written() > 0) {
      return Math.round((double) observed.totalBytes() / observed.written());
    }
    long sum = 0;
    for (Map.Entry<String, KeyTemplate> key : entity.keys().entrySet()) {
      sum += keyBytes(key.getKey(), key.getValue());
    }
    for (Map.Entry<String, AttributeSpec> attribute : entity.attributes().entrySet()) {
      sum += attributeBytes(attribute.getKey(), attribute.getValue());
    }
    return sum;
  }

  /** Returns the average size of an entity's entries in an index that it is in. */
  public long entryBytes(DesignTable table, Entity entity, DeclaredIndex index) {
    long whole = itemBytes(table, entity);
    if (index.projection().kind() == Kind.ALL) {
      return whole;
    }
    Set<String> keys = new LinkedHashSet<>(table.key().names());
    keys.addAll(index.key().names());
    long sum = 0;
    for (String key : keys) {
      KeyTemplate template = entity.keys().get(key);
      sum += template == null ? bytes(key) + VALUE_BYTES : keyBytes(key, template);
    }
    ItemShape observed = find(table, entity);
    for (String name : index.projection().attributes()) {
      AttributeCounts counts = observed == null ? null : observed.attributes().get(name);
      AttributeSpec spec = entity.attributes().get(name);
      if (spec != null && spec.bytes() != null) {
        sum += attributeBytes(name, spec);
      } else if (counts != null && counts.count() > 0) {
        sum += bytes(name) + Math.round((double) counts.totalBytes() / counts.count());
      } else if (spec != null) {
        sum += attributeBytes(name, spec);
      }
    }
    return Math.min(whole, sum);
  }

  private @Nullable ItemShape find(DesignTable table, Entity entity) {
    for (ItemShape shape : ledger == null ? List.<ItemShape>of() : ledger.items()) {
      if (shape.table().equals(table.name()) && entity.covers(table.key().names(), shape.keys())) {
        return shape;
      }
    }
    return null;
  }

  private static long keyBytes(String name, KeyTemplate template) {
    return bytes(name)
        + bytes(template.literalPrefix())
        + (template.isConstant() ? 0 : VALUE_BYTES);
  }

  private static long attributeBytes(String name, AttributeSpec spec) {
    String constant = spec.constant();
    Integer bytes = spec.bytes();
    if (bytes != null) {
      return bytes(name) + bytes;
    }
    return bytes(name) + (constant == null ? VALUE_BYTES : bytes(constant));
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
