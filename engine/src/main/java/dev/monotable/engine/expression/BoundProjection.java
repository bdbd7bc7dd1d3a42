package dev.monotable.engine.expression;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.Arrays;
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
    int[] places = new int[tree.size()];
    writer.beginItem();
    findMembers(tree, json, 0, places);
    writeMembers(tree, json, places, writer);
    return writer.endItem();
  }

  /**
   * Records the places of the selected values in a map, one more than their offsets, and returns
   * the offset after the map.
   */
  private static int findMembers(PathTree node, byte[] json, int mapAt, int[] places) {
    int i = mapAt + 1;
    int left = mapAt == 0 ? node.children.length : Integer.MAX_VALUE;
    while (json[i] == '"' && left > 0) {
      PathTree child = node.childOf(json, i);
      int value = CanonicalJson.valueOf(json, i);
      if (child == null) {
        i = CanonicalJson.end(json, value);
      } else {
        left--;
        i = find(child, json, value, places);
      }
      if (json[i] == ',') {
        i++;
      }
    }
    return i + 1;
  }

  /** Records the place of a value if any part of it is selected, and returns its end. */
  private static int find(PathTree node, byte[] json, int at, int[] places) {
    if (node.leaf >= 0) {
      places[node.number()] = at + 1;
      return CanonicalJson.end(json, at);
    }
    AttributeType type = CanonicalJson.type(json, at);
    if (type != (node.hasNames() ? AttributeType.M : AttributeType.L)) {
      return CanonicalJson.end(json, at);
    }
    int end =
        node.hasNames()
            ? findMembers(node, json, CanonicalJson.mapOf(json, at), places) + 1
            : findElements(node, json, at, places);
    for (PathTree child : node.children) {
      if (places[child.number()] > 0) {
        places[node.number()] = at + 1;
        break;
      }
    }
    return end;
  }

  private static int findElements(PathTree node, byte[] json, int listAt, int[] places) {
    int element = CanonicalJson.firstElement(json, listAt);
    if (element < 0) {
      return CanonicalJson.end(json, listAt);
    }
    PathTree[] children = node.children;
    int next = 0;
    for (int index = 0; ; index++) {
      int end =
          next < children.length && children[next].step.index == index
              ? find(children[next++], json, element, places)
              : CanonicalJson.end(json, element);
      if (json[end] != ',') {
        return end + 2;
      }
      element = end + 1;
    }
  }

  /** Writes the selected members of a map, in the order in which the item has them. */
  private static void writeMembers(PathTree node, byte[] json, int[] places, ItemWriter writer) {
    PathTree[] children = node.children;
    long[] selected = new long[children.length];
    int count = 0;
    for (int i = 0; i < children.length; i++) {
      int place = places[children[i].number()];
      if (place > 0) {
        selected[count++] = (long) place << 32 | i;
      }
    }
    Arrays.sort(selected, 0, count);
    for (int i = 0; i < count; i++) {
      PathTree child = children[(int) selected[i]];
      writer.quotedName(child.step.quoted);
      writeValue(child, json, places, writer);
    }
  }

  private static void writeValue(PathTree node, byte[] json, int[] places, ItemWriter writer) {
    if (node.leaf >= 0) {
      writer.copy(json, places[node.number()] - 1);
    } else if (node.hasNames()) {
      writer.beginMap();
      writeMembers(node, json, places, writer);
      writer.endMap();
    } else {
      writer.beginList();
      for (PathTree child : node.children) {
        if (places[child.number()] > 0) {
          writeValue(child, json, places, writer);
        }
      }
      writer.endList();
    }
  }

  /** Returns the top-level attributes that the projection reads, in order, without duplicates. */
  public List<String> topLevelNames() {
    return Binder.topLevelNames(paths);
  }

  /** Returns the top-level attributes that the projection accesses by {@code .} or {@code []}. */
  public List<String> nestedNames() {
    return Binder.nestedNames(paths);
  }

  /** Returns whether a name in the projection has more UTF-8 bytes. */
  public boolean hasLongerName(int maxBytes) {
    return Binder.hasLongerName(paths, maxBytes);
  }
}
