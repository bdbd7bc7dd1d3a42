package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.limits.Limits;
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
 * An update with its names and values. Immutable and thread-safe.
 *
 * <p>The new item is written in one walk over the old one: members that no action changes are
 * copied as bytes, and nested changes are made where the walk reaches them. Every action reads the
 * item as it was before the update, because only the old bytes are ever read. All checks come
 * first, in the order of the actions. So the walk cannot fail half-way, and the first error does
 * not depend on how the item is stored.
 */
public final class BoundUpdate {
  /** Writing stops beyond this size, twice that of an item: many actions can copy a large value. */
  private static final int TOO_LARGE = 2 * Limits.AWS.item().maxBytes();

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
   * Returns the item after the update; every action reads the item as it was before the update.
   *
   * @param old the item, or null if it does not exist
   * @param key the key attributes, with which a new item begins
   * @param writer writes the result; its previous content is discarded
   * @throws FaultException if the update does not fit the item, or a resulting number or nesting
   *     exceeds DynamoDB's limits
   */
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
   * Returns whether the statement itself, regardless of the item, carries more than a number of
   * bytes.
   *
   * @param valueBytes the size of all values of the request, a bound by which most statements are
   *     known to carry less
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
   * Writes the members of a map; unchanged members are copied in runs.
   *
   * @param size the size of all members before the update in bytes, as DynamoDB counts it, or -1 if
   *     unknown
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
      writeNewMembers(node, item, seen, writer);
    }
  }

  /**
   * Writes the members that the update adds to a map.
   *
   * @param seen the actions whose member exists; null if there are few, which are then searched for
   */
  private void writeNewMembers(
      PathTree node, byte[] item, @Nullable BitSet seen, ItemWriter writer) {
    for (PathTree child : node.children) {
      if (child.leaf >= 0
          && actions[child.leaf].leavesValue(item, -1)
          && (seen != null ? !seen.get(child.leaf) : actions[child.leaf].path.resolve(item) < 0)) {
        requireRoom(writer);
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
    // Elements that are set beyond the end are appended, in the order of their indexes.
    for (; next < children.length; next++) {
      PathTree child = children[next];
      if (child.leaf >= 0 && actions[child.leaf].leavesValue(item, -1)) {
        requireRoom(writer);
        actions[child.leaf].write(writer, item, -1);
      }
    }
  }

  private static void requireRoom(ItemWriter writer) {
    if (writer.size() > TOO_LARGE) {
      throw new FaultException(ItemFault.Plain.UPDATED_ITEM_TOO_LARGE);
    }
  }

  private boolean leavesValue(PathTree node, byte[] item, int at) {
    return node.leaf < 0 || actions[node.leaf].leavesValue(item, at);
  }

  private void writeValue(PathTree node, byte[] item, int at, ItemWriter writer) {
    requireRoom(writer);
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
   * Returns whether the update creates an item that does not exist. An update that only removes or
   * deletes does not (scylladb/scylladb {@code test/alternator/test_returnvalues.py}).
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
   * Returns the type of the value that the update gives to a whole top-level attribute; null if
   * that depends on the item or the update gives it no value.
   */
  public @Nullable AttributeType knownType(String attribute) {
    UpdateAction action = actionOn(attribute);
    return action == null ? null : action.resultType();
  }

  /**
   * Returns the value of the request to which the update sets a top-level attribute; null if it
   * sets it to something else or not at all.
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
   * Returns the part of an item that the update changes: UPDATED_OLD for the old item ({@link
   * Item#EMPTY} if it did not exist), UPDATED_NEW for the new one. What counts is what is at the
   * paths of the actions: an element that was set beyond the end of a list is not in the result,
   * but the element that moved to the place of a removed one is, as on AWS ({@code
   * test_returnvalues.py}).
   */
  public Item touched(Item item, ItemWriter writer) {
    return new BoundProjection(targets, tree).project(item, writer);
  }

  /**
   * Returns the top-level attributes that the update writes, wholly or in part, in order, without
   * duplicates.
   */
  public List<String> writtenAttributes() {
    return Binder.topLevelNames(targets);
  }

  /**
   * Returns the top-level attributes that the update accesses by {@code .} or {@code []}, reading
   * or writing. None of them may be a key attribute.
   */
  public List<String> nestedNames() {
    return Binder.nestedNames(allPaths);
  }
}
