package dev.monotable.engine.expression;

import dev.monotable.value.CanonicalJson;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Paths merged by their common beginnings, so that an item is walked once for all of them. */
final class PathTree {
  private static final PathTree[] NONE = {};

  /** Beyond so many names they are found by hash. */
  private static final int FEW = 16;

  final PathStep step;

  /**
   * Which path ends here, by its place in the list; -1 if none does, and then there are children.
   */
  int leaf = -1;

  /** All names, in order of appearance, or all indexes, ascending. */
  PathTree[] children = NONE;

  /** The children by their names in quotes, where they are many. */
  private @Nullable Map<ByteBuffer, PathTree> byName;

  private PathTree(PathStep step) {
    this.step = step;
  }

  /** The tree of the paths; null if two of them clash, which {@link #reportClash} then names. */
  static @Nullable PathTree of(List<BoundPath> paths) {
    PathTree root = new PathTree(PathStep.index(0));
    for (int i = 0; i < paths.size(); i++) {
      if (!root.insert(paths.get(i), i)) {
        return null;
      }
    }
    return root;
  }

  /**
   * The tree of whole attributes, each named once, however many they are: no text bounds their
   * number as it does that of the paths of expressions.
   */
  static PathTree ofAttributes(List<BoundPath> attributes) {
    PathTree root = new PathTree(PathStep.index(0));
    PathTree[] children = new PathTree[attributes.size()];
    Map<ByteBuffer, PathTree> byName = new HashMap<>();
    for (int i = 0; i < children.length; i++) {
      PathStep step = attributes.get(i).steps[0];
      children[i] = new PathTree(step);
      children[i].leaf = i;
      if (byName.put(ByteBuffer.wrap(step.quoted), children[i]) != null) {
        throw new IllegalArgumentException("an attribute is named twice");
      }
    }
    root.children = children;
    root.byName = children.length > FEW ? byName : null;
    return root;
  }

  private boolean insert(BoundPath path, int leaf) {
    PathTree node = this;
    for (PathStep step : path.steps) {
      if (node.leaf >= 0
          || (node.children.length > 0 && node.children[0].step.isName() != step.isName())) {
        return false;
      }
      node = node.childFor(step);
    }
    if (node.leaf >= 0 || node.children.length > 0) {
      return false;
    }
    node.leaf = leaf;
    return true;
  }

  private PathTree childFor(PathStep step) {
    int place = children.length;
    for (int i = 0; i < children.length; i++) {
      PathStep other = children[i].step;
      if (other.isSameAs(step)) {
        return children[i];
      }
      if (!step.isName() && other.index > step.index) {
        place = i;
        break;
      }
    }
    PathTree added = new PathTree(step);
    PathTree[] more = Arrays.copyOf(children, children.length + 1);
    System.arraycopy(children, place, more, place + 1, children.length - place);
    more[place] = added;
    children = more;
    return added;
  }

  /** The child whose name the member at that offset has, or null. */
  @Nullable PathTree childOf(byte[] json, int memberAt) {
    if (byName != null) {
      int end = CanonicalJson.nameEnd(json, memberAt);
      return byName.get(ByteBuffer.wrap(json, memberAt, end - memberAt));
    }
    for (PathTree child : children) {
      if (child.step.matches(json, memberAt)) {
        return child;
      }
    }
    return null;
  }

  /** Whether the children are so many that they are found by hash. */
  boolean isLarge() {
    return byName != null;
  }

  /** Whether the children are names; there must be some. */
  boolean hasNames() {
    return children[0].step.isName();
  }

  /** Finds the two paths that clash, in AWS's order: each path against those before it. */
  static void reportClash(List<BoundPath> paths, Problems problems) {
    for (int later = 1; later < paths.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        compare(paths.get(earlier), paths.get(later), problems);
      }
    }
  }

  private static void compare(BoundPath one, BoundPath two, Problems problems) {
    int length = Math.min(one.steps.length, two.steps.length);
    for (int i = 0; i < length; i++) {
      PathStep a = one.steps[i];
      PathStep b = two.steps[i];
      if (a.isName() != b.isName()) {
        problems.pathsConflict(one, two);
        return;
      }
      if (!a.isSameAs(b)) {
        return;
      }
    }
    problems.pathsOverlap(one, two);
  }
}
