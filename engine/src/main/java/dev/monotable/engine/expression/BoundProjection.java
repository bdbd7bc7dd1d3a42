package dev.monotable.engine.expression;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A projection with its names. Immutable and thread-safe.
 *
 * <p>Selected members of a map keep their place, and selected elements of a list their order,
 * without gaps. Maps and lists of which nothing is selected are omitted (ExtendDB/extenddb {@code
 * tests/test_nested_projection.py}, checked against AWS).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html">Projection
 *     expressions</a>
 */
public final class BoundProjection {
  private final List<BoundPath> paths;
  private final PathTree tree;

  BoundProjection(List<BoundPath> paths, PathTree tree) {
    this.paths = paths;
    this.tree = tree;
  }

  /**
   * Returns a projection of whole top-level attributes, such as AttributesToGet or the projection
   * of an index. Repeated names count once.
   */
  public static BoundProjection ofAttributes(List<String> names) {
    List<BoundPath> paths = new ArrayList<>(names.size());
    for (String name : names) {
      BoundPath path = new BoundPath(PathStep.name(name));
      boolean known = false;
      for (BoundPath other : paths) {
        known |= other.isSameAs(path);
      }
      if (!known) {
        paths.add(path);
      }
    }
    PathTree tree = PathTree.of(paths);
    if (tree == null) {
      throw new IllegalStateException("distinct names clash");
    }
    return new BoundProjection(paths, tree);
  }

  /** Returns the part of the item that the paths select; empty if nothing is selected. */
  public Item project(Item item, ItemWriter writer) {
    byte[] json = item.json();
    writer.beginItem();
    writeMembers(tree, json, 0, writer);
    return writer.endItem();
  }

  private static void writeMembers(PathTree node, byte[] json, int mapAt, ItemWriter writer) {
    for (int member = CanonicalJson.firstMember(json, mapAt);
        member >= 0;
        member = CanonicalJson.nextMember(json, member)) {
      PathTree child = node.childOf(json, member);
      if (child == null) {
        continue;
      }
      if (child.leaf >= 0) {
        writer.copyMember(json, member);
      } else {
        int at = CanonicalJson.valueOf(json, member);
        if (selects(child, json, at)) {
          writer.quotedName(child.step.quoted);
          writeValue(child, json, at, writer);
        }
      }
    }
  }

  private static void writeValue(PathTree node, byte[] json, int at, ItemWriter writer) {
    if (node.leaf >= 0) {
      writer.copy(json, at);
    } else if (node.hasNames()) {
      writer.beginMap();
      writeMembers(node, json, CanonicalJson.mapOf(json, at), writer);
      writer.endMap();
    } else {
      writer.beginList();
      for (PathTree child : node.children) {
        int element = CanonicalJson.element(json, at, child.step.index);
        if (element >= 0 && selects(child, json, element)) {
          writeValue(child, json, element, writer);
        }
      }
      writer.endList();
    }
  }

  /** Returns whether any part of the value is selected. */
  private static boolean selects(PathTree node, byte[] json, int at) {
    if (node.leaf >= 0) {
      return true;
    }
    AttributeType type = CanonicalJson.type(json, at);
    if (type != (node.hasNames() ? AttributeType.M : AttributeType.L)) {
      return false;
    }
    for (PathTree child : node.children) {
      int inner =
          child.step.isName()
              ? CanonicalJson.find(json, CanonicalJson.mapOf(json, at), child.step.quoted)
              : CanonicalJson.element(json, at, child.step.index);
      if (inner >= 0 && selects(child, json, inner)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the top-level attributes that the projection reads, in order, without duplicates. */
  public List<String> topLevelNames() {
    return Binder.topLevelNames(paths);
  }

  /** Returns the top-level attributes that the projection accesses by {@code .} or {@code []}. */
  public List<String> nestedNames() {
    return Binder.nestedNames(paths);
  }
}
