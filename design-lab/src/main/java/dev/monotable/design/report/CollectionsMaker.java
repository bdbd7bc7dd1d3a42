package dev.monotable.design.report;

import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.report.CollectionItem.ItemAttribute;
import dev.monotable.design.report.CollectionView.ItemCollection;
import dev.monotable.design.sample.SampledCollection;
import dev.monotable.design.sample.SampledKind;
import dev.monotable.design.sample.SampledView;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the views of item collections: of observed items, otherwise of declared entities. */
final class CollectionsMaker {
  private static final int MAX_ATTRIBUTES = 24;

  private final Design design;
  private final List<DesignTable> tables;

  CollectionsMaker(Design design, List<DesignTable> tables) {
    this.design = design;
    this.tables = tables;
  }

  List<CollectionView> views(List<SampledView> samples) {
    List<CollectionView> views = new ArrayList<>();
    for (DesignTable each : tables) {
      DesignTable declared = design.findTable(each.name());
      DesignTable table = declared == null ? each : declared;
      boolean any = samples.stream().anyMatch(view -> view.table().equals(table.name()));
      table.targets().forEach(target -> views.add(view(target, any, samples)));
    }
    return views;
  }

  private static CollectionView view(
      DesignTarget target, boolean anyObserved, List<SampledView> samples) {
    DesignTable table = target.table();
    SampledView sample =
        samples.stream()
            .filter(each -> each.table().equals(table.name()))
            .filter(each -> Objects.equals(each.index(), target.indexName()))
            .findFirst()
            .orElse(null);
    View view = new View(table, target.index(), target.key());
    return new CollectionView(
        table.name(),
        target.indexName(),
        names(target.key().partition()),
        names(target.key().sort()),
        anyObserved,
        anyObserved
            ? view.observed(sample == null ? List.of() : sample.collections())
            : view.declared(),
        sample == null ? 0 : sample.omitted());
  }

  private static List<String> names(List<DeclaredKeyAttribute> attributes) {
    return attributes.stream().map(DeclaredKeyAttribute::name).toList();
  }

  /** The view of one table or index. */
  private record View(DesignTable table, @Nullable DeclaredIndex index, DeclaredKey key) {

    // ---- observed items ----

    List<ItemCollection> observed(List<SampledCollection> sampled) {
      List<ItemCollection> collections = new ArrayList<>();
      for (SampledCollection collection : sampled) {
        List<Item> items = new ArrayList<>();
        Map<String, Long> omitted = new TreeMap<>();
        for (SampledKind kind : collection.kinds()) {
          items.addAll(kind.items());
          if (kind.omitted() > 0) {
            omitted.merge(entityName(kind.items().get(0)), kind.omitted(), Long::sum);
          }
        }
        items.sort(bySortKey());
        collections.add(
            new ItemCollection(
                values(items.get(0), key.partition()),
                items.stream().map(this::item).toList(),
                omitted));
      }
      return collections;
    }

    private Comparator<Item> bySortKey() {
      return (one, other) -> {
        for (DeclaredKeyAttribute attribute : key.sort()) {
          int order = compare(one.find(attribute.name()), other.find(attribute.name()));
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };
    }

    private static int compare(@Nullable AttributeValue one, @Nullable AttributeValue other) {
      if (one == null || other == null || one.type() != other.type()) {
        return 0;
      }
      return switch (one.type()) {
        case N ->
            new java.math.BigDecimal(one.numberText())
                .compareTo(new java.math.BigDecimal(other.numberText()));
        case B -> Arrays.compareUnsigned(one.binary(), other.binary());
        case S ->
            Arrays.compareUnsigned(
                one.string().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                other.string().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        case BOOL, NULL, L, M, SS, NS, BS -> 0;
      };
    }

    private @Nullable Entity entity(Item item) {
      List<Entity> entities = table.entitiesOf(item);
      return entities.isEmpty() ? null : entities.get(0);
    }

    private String entityName(Item item) {
      Entity entity = entity(item);
      return entity == null ? "" : entity.name();
    }

    private static List<String> values(Item item, List<DeclaredKeyAttribute> attributes) {
      List<String> values = new ArrayList<>();
      for (DeclaredKeyAttribute attribute : attributes) {
        AttributeValue value = item.find(attribute.name());
        values.add(value == null ? "" : AttributeText.of(value));
      }
      return values;
    }

    private CollectionItem item(Item item) {
      Entity entity = entity(item);
      Map<String, AttributeValue> present = item.toMap();
      List<ItemAttribute> attributes = new ArrayList<>();
      for (String name : order(entity, present.keySet())) {
        AttributeValue value = present.get(name);
        if (value != null && isShown(name) && attributes.size() < MAX_ATTRIBUTES) {
          attributes.add(
              new ItemAttribute(
                  AttributeText.shortened(name), value.type().name(), AttributeText.of(value)));
        }
      }
      return new CollectionItem(
          entity == null ? "" : entity.name(),
          values(item, key.sort()),
          attributes,
          index == null ? (long) item.size() : null);
    }

    /** Returns names in the order of the design: attributes as declared, others, then keys. */
    private Set<String> order(@Nullable Entity entity, Set<String> present) {
      Set<String> keys = table.keyAttributes();
      Set<String> order = new LinkedHashSet<>();
      if (index != null) {
        order.addAll(table.key().names());
      }
      if (entity != null) {
        order.addAll(entity.attributes().keySet());
      }
      present.stream().filter(name -> !keys.contains(name)).sorted().forEach(order::add);
      order.addAll(keys);
      return order;
    }

    /** Returns whether an attribute is in the view, and not one of its keys. */
    private boolean isShown(String name) {
      if (key.names().contains(name)) {
        return false;
      }
      if (index == null || table.key().names().contains(name)) {
        return true;
      }
      DeclaredProjection projection = index.projection();
      return switch (projection.kind()) {
        case ALL -> true;
        case KEYS_ONLY -> false;
        case INCLUDE -> projection.attributes().contains(name);
      };
    }

    // ---- declared entities ----

    List<ItemCollection> declared() {
      Map<List<String>, List<CollectionItem>> groups = new LinkedHashMap<>();
      for (Entity entity : table.entities()) {
        if (index == null || entity.isIn(index)) {
          groups
              .computeIfAbsent(templates(entity, key.partition()), each -> new ArrayList<>())
              .add(template(entity));
        }
      }
      List<ItemCollection> collections = new ArrayList<>();
      groups.forEach(
          (partition, items) -> {
            items.sort(Comparator.comparing(item -> String.join("\u0000", item.sortKey())));
            collections.add(new ItemCollection(partition, items, Map.of()));
          });
      return collections;
    }

    private static List<String> templates(Entity entity, List<DeclaredKeyAttribute> attributes) {
      List<String> templates = new ArrayList<>();
      for (DeclaredKeyAttribute attribute : attributes) {
        KeyTemplate template = entity.keys().get(attribute.name());
        templates.add(template == null ? "" : template.text());
      }
      return templates;
    }

    private CollectionItem template(Entity entity) {
      List<ItemAttribute> attributes = new ArrayList<>();
      for (String name : order(entity, entity.keys().keySet())) {
        KeyTemplate template = entity.keys().get(name);
        AttributeSpec spec = entity.attributes().get(name);
        if ((template != null || spec != null) && isShown(name)) {
          attributes.add(
              template != null
                  ? new ItemAttribute(name, "", template.text())
                  : new ItemAttribute(name, types(spec), constant(spec)));
        }
      }
      Integer bytes = entity.estimate().bytes();
      return new CollectionItem(
          entity.name(),
          templates(entity, key.sort()),
          attributes,
          bytes == null || index != null ? null : (long) bytes);
    }

    private static String types(@Nullable AttributeSpec spec) {
      if (spec == null) {
        return "";
      }
      return String.join("/", spec.types().stream().sorted().map(AttributeType::name).toList());
    }

    private static String constant(@Nullable AttributeSpec spec) {
      return spec == null || spec.constant() == null ? "" : spec.constant();
    }
  }
}
