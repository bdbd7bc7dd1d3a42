package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.CanonicalSize;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import dev.monotable.value.ValueFault;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An update with its names and values. Immutable and thread safe.
 *
 * <p>The new item is written in one walk over the old one: members that no action touches are
 * copied as bytes, and paths into an attribute are spliced where they lie. Every action sees the
 * item as it was before, because nothing but the old bytes is ever read. All checks come first, in
 * the order of the actions, so that the walk cannot fail half-way and the first error does not
 * depend on how the item is stored.
 */
public final class BoundUpdate {
  private final ExpressionKind kind;
  private final UpdateAction[] actions;
  private final List<BoundPath> targets;
  private final List<BoundPath> allPaths;
  private final PathTree tree;

  BoundUpdate(
      ExpressionKind kind,
      UpdateAction[] actions,
      List<BoundPath> targets,
      List<BoundPath> allPaths,
      PathTree tree) {
    this.kind = kind;
    this.actions = actions;
    this.targets = targets;
    this.allPaths = allPaths;
    this.tree = tree;
  }

  /**
   * Computes the item after the update; every action sees the item as it was before.
   *
   * @param old the item, or null if there is none
   * @param key the key attributes, which a new item begins with
   * @throws FaultException where the update does not fit the item, or a number or the nesting comes
   *     out beyond DynamoDB's bounds
   */
  public Item apply(@Nullable Item old, Item key) {
    return apply(old, key, ItemWriter.ofThread());
  }

  /** The same with a writer of the caller's, which is used from its beginning. */
  public Item apply(@Nullable Item old, Item key, ItemWriter writer) {
    byte[] item = old == null ? key.json() : old.json();
    for (UpdateAction action : actions) {
      action.checkOperands(item);
    }
    if (tree.isLarge()) {
      checkAttributes(item);
    } else {
      boolean vain = old == null && !createsItem();
      for (UpdateAction action : actions) {
        action.checkTarget(item, vain);
      }
    }
    writer.beginItem();
    writeMembers(tree, item, 0, old == null ? key.size() : old.size(), writer);
    Item result = writer.endItem();
    ValueFault fault = result.fault();
    if (fault != null) {
      throw new FaultException(
          kind.isStatement()
              ? new StatementFault.InvalidStatementValue(fault)
              : new ItemFault.InvalidUpdatedValue(fault));
    }
    return result;
  }

  /**
   * Whether the statement by itself, whatever the item, carries more than that many bytes.
   *
   * @param valueBytes the size of all values of the request, by which most statements are known to
   *     carry less
   */
  public boolean carriesMoreThan(int bytes, int valueBytes) {
    long most = UpdateCharge.UPDATE;
    most += actions.length * (UpdateCharge.MOST_OF_ACTION + 2L * valueBytes);
    for (BoundPath path : allPaths) {
      for (PathStep step : path.steps) {
        most += UpdateCharge.MOST_OF_ACTION + step.quoted.length;
      }
    }
    if (most <= bytes) {
      return false;
    }
    long charge = UpdateCharge.UPDATE;
    for (UpdateAction action : actions) {
      charge += action.charge();
    }
    return charge > bytes;
  }

  /** Checks the targets of many actions on whole attributes, in one walk over the item. */
  private void checkAttributes(byte[] item) {
    int[] places = new int[actions.length];
    Arrays.fill(places, -1);
    for (int member = CanonicalJson.firstMember(item, 0);
        member >= 0;
        member = CanonicalJson.nextMember(item, member)) {
      PathTree child = tree.childOf(item, member);
      if (child != null) {
        places[child.leaf] = CanonicalJson.valueOf(item, member);
      }
    }
    for (int i = 0; i < actions.length; i++) {
      actions[i].checkValue(item, places[i]);
    }
  }

  /**
   * Writes the members of a map; those that nothing touches go in runs.
   *
   * @param size DynamoDB's bytes of all members before the update, or -1 if that is not known
   */
  private void writeMembers(PathTree node, byte[] item, int mapAt, int size, ItemWriter writer) {
    boolean sized = size >= 0;
    int untouched = size;
    int found = 0;
    BitSet seen = node.isLarge() ? new BitSet() : null;
    int runStart = -1;
    int runEnd = -1;
    int member = CanonicalJson.firstMember(item, mapAt);
    while (member >= 0) {
      int end = CanonicalJson.memberEnd(item, member);
      PathTree child = found < node.children.length ? node.childOf(item, member) : null;
      if (child == null) {
        runStart = runStart < 0 ? member : runStart;
        runEnd = end;
      } else {
        found++;
        if (seen != null) {
          seen.set(child.leaf);
        }
        if (runStart >= 0) {
          writer.copyMembers(item, runStart, runEnd, sized ? 0 : -1);
          runStart = -1;
        }
        if (sized) {
          untouched -= CanonicalSize.ofMember(item, member);
        }
        int at = CanonicalJson.valueOf(item, member);
        if (leavesValue(child, item, at)) {
          writer.quotedName(child.step.quoted);
          writeValue(child, item, at, writer);
        }
      }
      member = item[end] == ',' ? end + 1 : -1;
    }
    if (runStart >= 0) {
      writer.copyMembers(item, runStart, runEnd, sized ? 0 : -1);
    }
    if (sized) {
      writer.copyMembers(item, 0, 0, untouched);
    }
    if (found < node.children.length) {
      writeNewMembers(node, item, mapAt, seen, writer);
    }
  }

  /**
   * @param seen the actions whose member is there; null where they are few and looked for
   */
  private void writeNewMembers(
      PathTree node, byte[] item, int mapAt, @Nullable BitSet seen, ItemWriter writer) {
    for (PathTree child : node.children) {
      if (child.leaf >= 0
          && actions[child.leaf].leavesValue(item, -1)
          && (seen != null
              ? !seen.get(child.leaf)
              : CanonicalJson.find(item, mapAt, child.step.quoted) < 0)) {
        writer.quotedName(child.step.quoted);
        actions[child.leaf].write(writer, item, -1);
      }
    }
  }

  private void writeElements(PathTree node, byte[] item, int listAt, ItemWriter writer) {
    PathTree[] children = node.children;
    int next = 0;
    int index = 0;
    for (int element = CanonicalJson.firstElement(item, listAt);
        element >= 0;
        element = CanonicalJson.nextElement(item, element), index++) {
      if (next == children.length || children[next].step.index != index) {
        writer.copy(item, element);
        continue;
      }
      PathTree child = children[next++];
      if (leavesValue(child, item, element)) {
        writeValue(child, item, element, writer);
      }
    }
    // What is set beyond the end is appended, in the order of the indexes.
    for (; next < children.length; next++) {
      PathTree child = children[next];
      if (child.leaf >= 0 && actions[child.leaf].leavesValue(item, -1)) {
        actions[child.leaf].write(writer, item, -1);
      }
    }
  }

  private boolean leavesValue(PathTree node, byte[] item, int at) {
    return node.leaf < 0 || actions[node.leaf].leavesValue(item, at);
  }

  private void writeValue(PathTree node, byte[] item, int at, ItemWriter writer) {
    if (node.leaf >= 0) {
      actions[node.leaf].write(writer, item, at);
    } else if (node.hasNames()) {
      writer.beginMap();
      writeMembers(node, item, CanonicalJson.mapOf(item, at), -1, writer);
      writer.endMap();
    } else {
      writer.beginList();
      writeElements(node, item, at, writer);
      writer.endList();
    }
  }

  /**
   * Whether the update makes an item where there is none: one that only removes or deletes leaves
   * nothing behind (scylladb/scylladb {@code test/alternator/test_returnvalues.py}).
   */
  public boolean createsItem() {
    for (UpdateAction action : actions) {
      if (action.createsItem()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The type of the value that the update gives a top-level attribute as a whole, where that is
   * known without an item; null where it is not, or the update does nothing of the kind.
   */
  public @Nullable AttributeType knownType(String attribute) {
    UpdateAction action = actionOn(attribute);
    return action == null ? null : action.resultType();
  }

  /**
   * The value of the request that the update sets a top-level attribute to; null where it sets it
   * to something else, or does nothing of the kind.
   */
  public @Nullable AttributeValue knownValue(String attribute) {
    UpdateAction action = actionOn(attribute);
    return action == null ? null : action.literal();
  }

  private @Nullable UpdateAction actionOn(String attribute) {
    for (UpdateAction action : actions) {
      if (action.path.isTopLevel() && action.path.topLevelName().equals(attribute)) {
        return action;
      }
    }
    return null;
  }

  /**
   * The part of an item that the update touches: UPDATED_OLD of the old item (of {@link Item#EMPTY}
   * where there was none), UPDATED_NEW of the new one. What lies at the paths of the actions
   * counts: an element set beyond the end of a list is not in the new one, but what moved to the
   * place of a removed element is, as on AWS ({@code test_returnvalues.py}).
   */
  public Item touched(Item item) {
    return new BoundProjection(targets, tree).project(item);
  }

  /** The top-level attributes that the update writes to or into, in order, each once. */
  public List<String> writtenAttributes() {
    return Binder.topLevelNames(targets);
  }

  /**
   * The top-level attributes into which the update leads by {@code .} or {@code []}, reading or
   * writing, which no key attribute may be.
   */
  public List<String> nestedNames() {
    return Binder.nestedNames(allPaths);
  }
}
