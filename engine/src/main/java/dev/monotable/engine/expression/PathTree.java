package dev.monotable.engine.expression;

import dev.monotable.value.CanonicalJson;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Paths merged by their common prefixes, so that one walk over an item serves all of them. */
final class PathTree {
  private static final PathTree[] NONE = {};

  /** More names than this are found by hash. */
  private static final int FEW = 16;

  final PathStep step;

  /**
   * The position in the list of the path that ends here, or -1 if none does; there are then
   * children.
   */
  int leaf = -1;

  /** All names, in order of appearance, or all indexes, ascending. */
  PathTree[] children = NONE;

  /** The children by their quoted names if there are many, otherwise null. */
  private @Nullable Map<ByteBuffer, PathTree> byName;

  /** Whether the paths are any number of whole attributes. */
  private boolean large;

  /** The number of this node among all nodes of the tree; the root's is 0. */
  private int number;

  /** Of the root, the number of nodes. */
  private int size = 1;

  private PathTree(PathStep step) {
    this.step = step;
  }

  /**
   * Returns the tree of the paths, or null if two of them clash, which {@link #reportClash}
   * reports.
   */
  static @Nullable PathTree of(List<BoundPath> paths) {
    PathTree root = new PathTree(PathStep.index(0));
    for (int i = 0; i < paths.size(); i++) {
      if (!root.insert(paths.get(i), i)) {
        return null;
      }
    }
    root.size = root.number(0);
    return root;
  }

  /** Numbers the nodes from here on, and returns the next number. */
  private int number(int first) {
    number = first;
    int next = first + 1;
    for (PathTree child : children) {
      next = child.number(next);
    }
    if (children.length > FEW && hasNames()) {
      Map<ByteBuffer, PathTree> names = new HashMap<>();
      for (PathTree child : children) {
        names.put(ByteBuffer.wrap(child.step.quoted), child);
      }
      byName = names;
    }
    return next;
  }

  /** Returns the number of this node; smaller than {@link #size} of the root. */
  int number() {
    return number;
  }

  /** Returns the number of nodes, of the root. */
  int size() {
    return size;
  }

  /**
   * Returns the tree of any number of whole, distinct attributes. Unlike for the paths of
   * expressions, no length of a text limits their number.
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
        throw new IllegalArgumentException("duplicate attribute");
      }
    }
    root.children = children;
    root.byName = children.length > FEW ? byName : null;
    root.large = children.length > FEW;
    for (int i = 0; i < children.length; i++) {
      children[i].number = i + 1;
    }
    root.size = children.length + 1;
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

  /** Returns the child with the name of the member at the offset, or null. */
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

  /** Returns whether the paths are so many whole attributes that they are found by hash. */
  boolean isLarge() {
    return large;
  }

  /** Returns whether the children are names; there must be at least one. */
  boolean hasNames() {
    return children[0].step.isName();
  }

  /**
   * Reports the two paths that clash, in AWS's order: each path is compared with those before it.
   */
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
