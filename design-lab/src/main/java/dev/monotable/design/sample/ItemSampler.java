package dev.monotable.design.sample;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps some items of each item collection of each table and index, as they are after the last
 * observed request. Bounded by {@link SampleBounds}. Safe for use by multiple threads.
 *
 * <p>Items of all kinds are kept, however many of one kind come first: a kind of item collections
 * is recognized by the label in the partition key, such as {@code USER} in {@code USER#42}, and a
 * kind of items by the entity that the design declares, or by the label in the sort key.
 */
public final class ItemSampler implements RequestConsumer {
  private static final String NO_LABEL = "#|:/0123456789-";

  private final @Nullable Design design;
  private final SampleBounds bounds;
  private final Map<String, DesignTable> tables = new TreeMap<>();
  private final Map<ViewName, ViewSample> views = new LinkedHashMap<>();
  private final Overflow manyTables;
  private final Overflow manyViews;
  private final Overflow manyCollections = Bound.COLLECTIONS.overflow();
  private long bytes;

  private record ViewName(String table, @Nullable String index) {}

  /**
   * Creates an empty sample.
   *
   * @param design the design whose entities are the kinds of items; null for none
   */
  public ItemSampler(@Nullable Design design, SampleBounds bounds) {
    this.design = design;
    this.bounds = bounds;
    this.manyTables = Bound.SAMPLED_TABLES.overflow(bounds.views());
    this.manyViews = Bound.SAMPLED_VIEWS.overflow(bounds.views());
  }

  /** Returns what is left out because a bound was reached, one sentence each. */
  public synchronized List<String> omissions() {
    List<String> omissions = new ArrayList<>();
    manyTables.addTo(omissions);
    manyViews.addTo(omissions);
    manyCollections.addTo(omissions);
    return omissions;
  }

  /** Adds a table that was created before requests were observed. */
  public synchronized void addTable(DesignTable table) {
    if (manyTables.hasRoom(tables, table.name())) {
      tables.put(table.name(), table);
    }
  }

  @Override
  public synchronized void accept(ObservedRequest request, RequestContext context) {
    DesignTable described = ObservedTables.find(request, tables::get);
    if (described != null) {
      addTable(described);
    }
    for (RequestPart part : request.parts()) {
      if (part instanceof ItemWritten written) {
        if (written.applied()) {
          change(written.table(), written.key(), written.before(), written.after());
        }
      } else if (part instanceof ItemRead read && read.item() != null) {
        change(read.table(), read.key(), read.item(), read.item());
      }
    }
  }

  /** Applies a write; the items before and after it are equal if the item was only read. */
  private void change(String name, Item key, @Nullable Item before, @Nullable Item after) {
    DesignTable declared = design == null ? null : design.findTable(name);
    DesignTable table = tables.getOrDefault(name, declared);
    if (table == null) {
      return;
    }
    Version old = before == null ? null : new Version(table, declared, before);
    Version now =
        before == after ? old : after == null ? null : new Version(table, declared, after);
    change(new ViewName(name, null), table.key(), key, old, now);
    for (DeclaredIndex index : table.indexes()) {
      change(new ViewName(name, index.name()), index.key(), key, old, now);
    }
  }

  private void change(
      ViewName name,
      DeclaredKey schema,
      Item key,
      @Nullable Version before,
      @Nullable Version after) {
    String from = before == null ? null : before.partition(schema);
    String to = before == after ? from : after == null ? null : after.partition(schema);
    ViewSample view =
        to == null ? views.get(name) : manyViews.findOrAdd(views, name, ViewSample::new);
    if (view == null) {
      return;
    }
    boolean stays =
        before != null
            && after != null
            && from != null
            && from.equals(to)
            && (before == after || before.kind().equals(after.kind()));
    if (before != null && from != null && !stays) {
      view.remove(from, before.kind(), key);
    }
    if (after != null && to != null) {
      view.put(to, after, key, stays);
    }
  }

  /** An item before or after a write, for all views that it may be in. */
  private static final class Version {
    private final DesignTable table;
    private final @Nullable DesignTable declared;
    private final Item item;

    /** The kind, once it was asked for. */
    private @Nullable String kind;

    private Version(DesignTable table, @Nullable DesignTable declared, Item item) {
      this.table = table;
      this.declared = declared;
      this.item = item;
    }

    /** Returns the item collection of the item in a table or index; null if it is in none. */
    private @Nullable String partition(DeclaredKey schema) {
      return hasAll(schema.partition(), item) && hasAll(schema.sort(), item)
          ? ItemSampler.partition(schema, item)
          : null;
    }

    private String kind() {
      String known = kind;
      if (known == null) {
        known = kindOf();
        kind = known;
      }
      return known;
    }

    private String kindOf() {
      if (declared != null) {
        var entities = declared.entitiesOf(item);
        if (!entities.isEmpty()) {
          return entities.get(0).name();
        }
      }
      StringBuilder labels = new StringBuilder();
      addLabels(table.key().partition(), item, labels);
      addLabels(table.key().sort(), item, labels);
      return labels.toString();
    }
  }

  private static boolean hasAll(List<DeclaredKeyAttribute> attributes, Item item) {
    for (DeclaredKeyAttribute attribute : attributes) {
      AttributeValue value = item.find(attribute.name());
      if (value == null || value.type() != attribute.type()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the partition key value as text. */
  private static String partition(DeclaredKey schema, Item item) {
    if (schema.partition().size() == 1) {
      return text(item, schema.partition().get(0).name());
    }
    StringBuilder text = new StringBuilder();
    for (DeclaredKeyAttribute attribute : schema.partition()) {
      text.append(text.length() == 0 ? "" : "\u0000").append(text(item, attribute.name()));
    }
    return text.toString();
  }

  private static String text(Item item, String attribute) {
    AttributeValue value = item.find(attribute);
    if (value == null) {
      return "";
    }
    return value.type() == AttributeType.S ? value.string() : value.toString();
  }

  private static void addLabels(
      List<DeclaredKeyAttribute> attributes, Item item, StringBuilder kind) {
    for (DeclaredKeyAttribute attribute : attributes) {
      kind.append(label(text(item, attribute.name()))).append('/');
    }
  }

  /** Returns the beginning of a text up to its first digit or delimiter. */
  private static String label(String text) {
    int end = 0;
    while (end < text.length() && NO_LABEL.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return text.substring(0, end);
  }

  /** Returns the sample as it is now. */
  public synchronized List<SampledView> views() {
    List<SampledView> all = new ArrayList<>();
    views.forEach(
        (name, view) -> {
          SampledView sampled = view.sampled(name);
          if (!sampled.collections().isEmpty()) {
            all.add(sampled);
          }
        });
    return all;
  }

  /** The sample of a table or index. */
  private final class ViewSample {
    private final Map<String, CollectionSample> collections = new LinkedHashMap<>();
    private final Map<String, Integer> kinds = new LinkedHashMap<>();
    private final DistinctCount others = new DistinctCount(manyCollections);

    void put(String partition, Version version, Item key, boolean known) {
      CollectionSample collection = collections.get(partition);
      if (collection == null) {
        if (!admits(label(partition))) {
          others.add(partition);
          return;
        }
        collection = new CollectionSample();
        collections.put(partition, collection);
      }
      collection.kind(version.kind()).put(key, version.item, known);
    }

    /** Returns whether there is room for another item collection of a kind, and takes it. */
    private boolean admits(String label) {
      String kind = kinds.containsKey(label) || kinds.size() < bounds.kinds() ? label : "";
      int count = kinds.getOrDefault(kind, 0);
      if (count >= bounds.collections()) {
        return false;
      }
      kinds.put(kind, count + 1);
      return true;
    }

    void remove(String partition, String kind, Item key) {
      CollectionSample collection = collections.get(partition);
      if (collection != null) {
        collection.kind(kind).remove(key);
      }
    }

    SampledView sampled(ViewName name) {
      List<SampledCollection> sampled = new ArrayList<>();
      for (CollectionSample collection : collections.values()) {
        List<SampledKind> present = new ArrayList<>();
        for (KindSample kind : collection.kinds.values()) {
          if (!kind.items.isEmpty()) {
            present.add(new SampledKind(List.copyOf(kind.items.values()), kind.omitted));
          }
        }
        if (!present.isEmpty()) {
          sampled.add(new SampledCollection(present));
        }
      }
      return new SampledView(name.table(), name.index(), sampled, others.count());
    }
  }

  /** The sample of an item collection. */
  private final class CollectionSample {
    private final Map<String, KindSample> kinds = new LinkedHashMap<>();

    KindSample kind(String name) {
      String known = kinds.containsKey(name) || kinds.size() < bounds.kinds() ? name : "";
      return kinds.computeIfAbsent(known, each -> new KindSample());
    }
  }

  /** The sample of the items of one kind in an item collection. */
  private final class KindSample {
    private final Map<Item, Item> items = new LinkedHashMap<>();
    private long omitted;

    /**
     * Adds or replaces an item.
     *
     * @param known whether it was in the item collection before
     */
    void put(Item key, Item item, boolean known) {
      Item before = items.get(key);
      boolean room = before != null || items.size() < bounds.items();
      long growth = (long) item.size() - (before == null ? 0 : before.size());
      if (room && bytes + growth <= bounds.bytes()) {
        bytes += growth;
        items.put(key, item);
        omitted -= before == null && known && omitted > 0 ? 1 : 0;
      } else if (before != null) {
        bytes -= before.size();
        items.remove(key);
        omitted++;
      } else if (!known) {
        omitted++;
      }
    }

    void remove(Item key) {
      Item before = items.remove(key);
      if (before != null) {
        bytes -= before.size();
      } else if (omitted > 0) {
        omitted--;
      }
    }
  }
}
