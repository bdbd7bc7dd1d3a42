package dev.monotable.engine.expression;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A document path whose names are known. */
final class BoundPath {
  final PathStep[] steps;

  /** Finds this path together with many others; null if the path is found by itself. */
  private final @Nullable Crowd crowd;

  private final int place;
  private final int parentPlace;

  BoundPath(PathStep... steps) {
    this(steps, null, 0, 0);
  }

  /**
   * Creates a path that is found together with others.
   *
   * @param place its place among them
   * @param parentPlace the place of the path without the last step
   */
  BoundPath(PathStep[] steps, @Nullable Crowd crowd, int place, int parentPlace) {
    this.steps = steps;
    this.crowd = crowd;
    this.place = place;
    this.parentPlace = parentPlace;
  }

  String topLevelName() {
    return steps[0].name;
  }

  boolean isTopLevel() {
    return steps.length == 1;
  }

  /** Returns the offset of the value at this path, or -1. Allocates nothing. */
  int resolve(byte[] item) {
    return crowd != null ? crowd.find(item, place) : resolve(item, steps.length);
  }

  /**
   * Returns the offset of the value that contains the last step, or -1. Not for top-level paths.
   */
  int resolveParent(byte[] item) {
    return crowd != null ? crowd.find(item, parentPlace) : resolve(item, steps.length - 1);
  }

  private int resolve(byte[] item, int length) {
    int at = CanonicalJson.find(item, 0, steps[0].quoted);
    for (int i = 1; i < length && at >= 0; i++) {
      at = child(item, at, steps[i]);
    }
    return at;
  }

  private static int child(byte[] item, int at, PathStep step) {
    AttributeType type = CanonicalJson.type(item, at);
    if (step.isName()) {
      return type == AttributeType.M
          ? CanonicalJson.find(item, CanonicalJson.mapOf(item, at), step.quoted)
          : -1;
    }
    return type == AttributeType.L ? CanonicalJson.element(item, at, step.index) : -1;
  }

  boolean isSameAs(BoundPath other) {
    if (steps.length != other.steps.length) {
      return false;
    }
    for (int i = 0; i < steps.length; i++) {
      if (!steps[i].isSameAs(other.steps[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the path as AWS formats it: {@code [a, [0], b]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (PathStep step : steps) {
      text.append(text.length() == 1 ? "" : ", ").append(step);
    }
    return text.append(']').toString();
  }

  /**
   * Many paths of one expression, whose values are found in one walk over an item. An expression of
   * 4 KB can have 2,000 paths, and an item of 400 KB more than 100,000 attributes: a search for
   * each path would take seconds. Unlike in a {@link PathTree}, a path may begin with another.
   *
   * <p>It keeps the places in the last item, so it is for one request and not thread-safe.
   */
  static final class Crowd {
    /** An expression with more paths than this has a crowd. */
    static final int FEW = 16;

    /** The prefix of some paths. */
    private static final class Node {
      final int place;
      final Map<ByteBuffer, Node> names = new HashMap<>(2);
      final TreeMap<Integer, Node> indexes = new TreeMap<>();

      Node(int place) {
        this.place = place;
      }

      boolean isLeaf() {
        return names.isEmpty() && indexes.isEmpty();
      }
    }

    private final Node root = new Node(0);
    private int nodes = 1;
    private byte @Nullable [] item;
    private int[] places = {};

    /** Adds a path before the first search, and returns it with its place. */
    BoundPath add(BoundPath path) {
      Node node = root;
      Node parent = root;
      for (PathStep step : path.steps) {
        parent = node;
        node =
            step.isName()
                ? parent.names.computeIfAbsent(ByteBuffer.wrap(step.quoted), n -> new Node(nodes++))
                : parent.indexes.computeIfAbsent(step.index, n -> new Node(nodes++));
      }
      return new BoundPath(path.steps, this, node.place, parent.place);
    }

    /** Returns the offset of the value at a place, or -1. */
    int find(byte[] json, int place) {
      if (item != json) {
        if (places.length < nodes) {
          places = new int[nodes];
        }
        Arrays.fill(places, -1);
        members(root, json, 0);
        item = json;
      }
      return places[place];
    }

    /** Records the places in a map of members and returns the offset after its closing brace. */
    private int members(Node node, byte[] json, int mapAt) {
      int i = mapAt + 1;
      int left = node == root ? root.names.size() : Integer.MAX_VALUE;
      while (json[i] == '"' && left > 0) {
        int nameEnd = CanonicalJson.nameEnd(json, i);
        Node child = node.names.get(ByteBuffer.wrap(json, i, nameEnd - i));
        if (child == null) {
          i = CanonicalJson.end(json, nameEnd + 1);
        } else {
          left--;
          i = value(child, json, nameEnd + 1);
        }
        if (json[i] == ',') {
          i++;
        }
      }
      return i + 1;
    }

    /** Records the places in a value and returns the offset after it. */
    private int value(Node node, byte[] json, int at) {
      places[node.place] = at;
      if (!node.isLeaf()) {
        AttributeType type = CanonicalJson.type(json, at);
        if (type == AttributeType.M && !node.names.isEmpty()) {
          return members(node, json, CanonicalJson.mapOf(json, at)) + 1;
        }
        if (type == AttributeType.L && !node.indexes.isEmpty()) {
          return elements(node, json, at);
        }
      }
      return CanonicalJson.end(json, at);
    }

    private int elements(Node node, byte[] json, int listAt) {
      int element = CanonicalJson.firstElement(json, listAt);
      if (element < 0) {
        return CanonicalJson.end(json, listAt);
      }
      List<Map.Entry<Integer, Node>> wanted = new ArrayList<>(node.indexes.entrySet());
      int next = 0;
      for (int index = 0; ; index++) {
        int end;
        if (next < wanted.size() && wanted.get(next).getKey() == index) {
          end = value(wanted.get(next++).getValue(), json, element);
        } else {
          end = CanonicalJson.end(json, element);
        }
        if (json[end] != ',') {
          return end + 2;
        }
        element = end + 1;
      }
    }
  }
}
