package dev.monotable.design.check;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.ItemProblems;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares every written item with the entities that its table declares. */
final class EntityRule implements Detector {
  static final FindingRule RULE =
      new FindingRule(
          List.of(
              ItemFindings.WITHOUT_ENTITY,
              ItemFindings.SEVERAL_ENTITIES,
              ItemFindings.MISSING_ATTRIBUTE,
              ItemFindings.ATTRIBUTE_TYPE,
              ItemFindings.HALF_INDEX_KEY,
              ItemFindings.INDEX_KEY,
              ItemFindings.REPLACES_OTHER,
              ItemFindings.REPLACES_IDENTITY),
          EntityRule::new);

  /** So many items of an entity are outside of an index by intent, if they are this share. */
  private static final int SEVERAL = 3;

  private static final double GROUP = 0.1;

  private final Trace trace;
  private final ItemProblems problems;

  /** Items that are in an index as a whole or not at all. */
  private final ItemProblems absences;

  private final Map<String, Presence> presences = new HashMap<>();

  private EntityRule(Trace trace) {
    this.trace = trace;
    this.problems = new ItemProblems(trace);
    this.absences = new ItemProblems(trace);
  }

  /** The numbers of an entity's items in an index, and of those without an attribute of its key. */
  private static final class Presence {
    private long in;
    private long out;

    /** Returns whether the items outside are a group, as in a sparse index. */
    private boolean isMeant() {
      return out >= SEVERAL && out >= GROUP * (in + out);
    }
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    Item after = written.after();
    if (after != null) {
      DesignTable table = trace.findDeclared(written.table());
      boolean replaces = table != null && new Check(table, part, written, after).run();
      if (!replaces && written.before() != null && replacesWithoutCondition(written)) {
        checkIdentity(part, written, written.before(), after);
      }
    }
  }

  private static boolean replacesWithoutCondition(ItemWritten written) {
    return written.writeKind() == WriteKind.PUT && written.condition() == null;
  }

  /** Compares an item that a put has replaced with the new one by their attributes. */
  private void checkIdentity(TracedPart part, ItemWritten written, Item before, Item after) {
    String kind = ItemIdentity.changedType(before, after);
    String identity = ItemIdentity.changedIdentity(before, after, written.key());
    if (kind != null || identity != null) {
      problems.add(
          kind != null ? ItemFindings.REPLACES_OTHER : ItemFindings.REPLACES_IDENTITY,
          part.entity(),
          "A put without condition replaces an item with another "
              + (kind != null ? kind : identity),
          fill(
              kind != null
                  ? "{}, and begin the key with the {}"
                  : "{}, or make {} a part of the key",
              putIfMissing(trace.findDeclared(written.table()), written),
              kind != null ? kind : identity),
          part);
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = problems.findings();
    for (Finding absence : absences.findings()) {
      String name = absence.subject() + " " + absence.statement();
      boolean meant =
          presences.entrySet().stream()
              .anyMatch(each -> name.startsWith(each.getKey()) && each.getValue().isMeant());
      if (!meant) {
        all.add(absence);
      }
    }
    all.addAll(UndeclaredAttributes.findings(input));
    return all;
  }

  /** The check of one item. */
  private final class Check {
    private final DesignTable table;
    private final TracedPart part;
    private final ItemWritten written;
    private final Item item;

    private Check(DesignTable table, TracedPart part, ItemWritten written, Item item) {
      this.table = table;
      this.part = part;
      this.written = written;
      this.item = item;
    }

    /** Checks the item, and returns whether it has replaced one of another entity. */
    private boolean run() {
      List<Entity> entities = part.entities();
      Entity entity = entities.size() == 1 ? entities.get(0) : null;
      if (!table.entities().isEmpty() && entities.isEmpty()) {
        add(
            ItemFindings.WITHOUT_ENTITY,
            table.name(),
            "No entity has the key of an item",
            nearest());
      } else if (entities.size() > 1) {
        add(
            ItemFindings.SEVERAL_ENTITIES,
            table.name(),
            "The entities " + names(entities) + " have the key of an item",
            fill(
                "Let {} begin with another word in each of {}, or declare an attribute with a"
                    + " constant value in each",
                EntitiesMeet.lastKey(table),
                names(entities)));
      }
      checkIndexKeys(entity);
      if (entity != null) {
        checkAttributes(entity);
        return checkReplaced(entity);
      }
      return false;
    }

    private void checkIndexKeys(@Nullable Entity entity) {
      // An update may have removed all key attributes of an index on purpose.
      Item before = written.writeKind() == WriteKind.UPDATE ? written.before() : null;
      Set<String> ofTable = new HashSet<>(table.key().names());
      for (DeclaredIndex index : table.indexes()) {
        List<String> present = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String name : index.key().names()) {
          if (!ofTable.contains(name)) {
            (item.contains(name) ? present : missing).add(name);
          }
        }
        boolean declared = entity != null && entity.isIn(index) && before == null;
        // A part with a meaning of its own is no part of the key where the entity is not in the
        // index.
        boolean meant =
            entity == null
                || entity.isIn(index)
                || present.stream().anyMatch(UndeclaredAttributes::isNamedByIndex);
        boolean added = meant && (before == null || !present.stream().allMatch(before::contains));
        if (entity != null && declared && (present.isEmpty() || missing.isEmpty())) {
          checkWhole(entity, index, present, missing);
        } else if (!missing.isEmpty() && ((!present.isEmpty() && added) || declared)) {
          add(
              ItemFindings.HALF_INDEX_KEY,
              subject(entity),
              missing(index, missing.get(0)),
              fill(
                  "Write {} with {}, or none of them",
                  String.join(" and ", missing),
                  String.join(" and ", present)));
        }
      }
      if (entity == null) {
        return;
      }
      for (Map.Entry<String, KeyTemplate> key : entity.keys().entrySet()) {
        AttributeValue value = item.find(key.getKey());
        if (value != null && !ofTable.contains(key.getKey()) && !key.getValue().matches(value)) {
          add(
              ItemFindings.INDEX_KEY,
              subject(entity),
              key.getKey() + " does not have the form " + key.getValue(),
              "Write " + key.getKey() + " as " + key.getValue());
        }
      }
    }

    private static String missing(DeclaredIndex index, String attribute) {
      return "The key attribute " + attribute + " of index " + index.name() + " is missing";
    }

    /** Checks an item that has all attributes of the key of an index beside its own, or none. */
    private void checkWhole(
        Entity entity, DeclaredIndex index, List<String> present, List<String> missing) {
      if (present.isEmpty() && missing.isEmpty()) {
        return; // the key of the index is that of the table
      }
      boolean in = missing.isEmpty();
      String first = in ? present.get(0) : missing.get(0);
      String text = missing(index, first);
      Presence presence =
          presences.computeIfAbsent(subject(entity) + " " + text, each -> new Presence());
      presence.in += in ? 1 : 0;
      presence.out += in ? 0 : 1;
      AttributeSpec spec = entity.attributes().get(first);
      if (!in && (spec == null || spec.required())) {
        absences.add(
            ItemFindings.HALF_INDEX_KEY,
            subject(entity),
            text,
            fill(
                "Write {}, or declare {} as an attribute with required: false",
                String.join(" and ", missing),
                first),
            part);
      }
    }

    private void checkAttributes(Entity entity) {
      for (Map.Entry<String, AttributeSpec> declared : entity.attributes().entrySet()) {
        String name = declared.getKey();
        AttributeSpec spec = declared.getValue();
        AttributeValue value = item.find(name);
        if (value == null) {
          if (spec.required()) {
            add(
                ItemFindings.MISSING_ATTRIBUTE,
                subject(entity),
                name + " is missing",
                fill(
                    "Write {} with each {}, or declare it with required: false",
                    name,
                    entity.name()));
          }
        } else if (!spec.types().isEmpty() && !spec.types().contains(value.type())) {
          add(
              ItemFindings.ATTRIBUTE_TYPE,
              subject(entity),
              name + " has the type " + value.type() + " instead of " + types(spec),
              fill(
                  "Write {} as {}, or declare the type {} as well",
                  name,
                  types(spec),
                  value.type()));
        } else if (!spec.matches(value)) {
          add(
              ItemFindings.MISSING_ATTRIBUTE,
              subject(entity),
              name + " does not have the value " + spec.constant(),
              "Write " + name + " = " + spec.constant() + " with each " + entity.name());
        }
      }
    }

    private boolean checkReplaced(Entity entity) {
      Item before = written.before();
      if (before == null || !replacesWithoutCondition(written)) {
        return false;
      }
      List<Entity> replaced = table.entitiesOf(before);
      if (replaced.size() == 1 && replaced.get(0) != entity) {
        add(
            ItemFindings.REPLACES_OTHER,
            subject(entity),
            "A put without condition replaces an item of entity " + replaced.get(0).name(),
            fill(
                "{}, and let {} begin with another word in {} than in {}",
                putIfMissing(table, written),
                EntitiesMeet.lastKey(table),
                entity.name(),
                replaced.get(0).name()));
        return true;
      }
      return false;
    }

    private String subject(@Nullable Entity entity) {
      return entity == null ? table.name() : table.name() + "/" + entity.name();
    }

    private void add(FindingType type, String subject, String text, @Nullable String advice) {
      problems.add(type, subject, text, advice, part);
    }

    /** Returns how the key of the item differs from that of the most similar entity, or null. */
    private @Nullable String nearest() {
      String nearest = null;
      long most = 0;
      for (Entity entity : table.entities()) {
        long same = table.key().names().stream().filter(name -> fits(entity, name)).count();
        if (same > most) {
          most = same;
          for (String name : table.key().names()) {
            KeyTemplate template = entity.keys().get(name);
            if (template != null && !fits(entity, name)) {
              nearest = "Write " + name + " as " + template + ", like " + entity.name();
            }
          }
        }
      }
      return nearest == null ? null : nearest + ", or declare an entity with this key";
    }

    private boolean fits(Entity entity, String name) {
      KeyTemplate template = entity.keys().get(name);
      AttributeValue value = item.find(name);
      return template != null && value != null && template.matches(value);
    }
  }

  private static String putIfMissing(@Nullable DesignTable table, ItemWritten written) {
    return fill(
        "Put with the ConditionExpression attribute_not_exists({})",
        table == null
            ? written.key().toMap().keySet().iterator().next()
            : table.key().partition().get(0).name());
  }

  private static String types(AttributeSpec spec) {
    return String.join(" or ", spec.types().stream().map(Enum::name).sorted().toList());
  }

  private static String names(List<Entity> entities) {
    return String.join(" and ", entities.stream().map(Entity::name).toList());
  }
}
