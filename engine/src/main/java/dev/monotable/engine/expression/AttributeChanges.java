package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects changes of whole attributes, as AttributeUpdates describes them, into an update. Unlike
 * in an UpdateExpression, ADD appends to lists, and some errors have other messages; so the update
 * is built from actions and has no text. Each attribute may be changed once.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.AttributeUpdates.html">AttributeUpdates
 *     (legacy)</a>
 */
public final class AttributeChanges {
  private final List<UpdateAction> actions = new ArrayList<>();
  private final List<BoundPath> paths = new ArrayList<>();

  private BoundPath path(String attribute) {
    BoundPath path = new BoundPath(PathStep.name(attribute));
    paths.add(path);
    return path;
  }

  private static OperandNode.Literal literal(AttributeValue value) {
    return new OperandNode.Literal(value.array(), value.start());
  }

  /** Sets the attribute, regardless of its old value. */
  public void put(String attribute, AttributeValue value) {
    actions.add(new UpdateAction.Set(path(attribute), new UpdateValue.Copy(literal(value))));
  }

  /** Removes the attribute. */
  public void remove(String attribute) {
    actions.add(new UpdateAction.Remove(path(attribute)));
  }

  /**
   * Adds a number, or the elements of a set or list, to the attribute; sets the attribute if it
   * does not exist.
   *
   * @throws FaultException if the value has another type
   */
  public void add(String attribute, AttributeValue value) {
    AttributeType type = value.type();
    if (type != AttributeType.N && type != AttributeType.L && !type.isSet()) {
      throw new FaultException(LegacyFault.Plain.ADD_TYPE.with(type));
    }
    actions.add(
        new UpdateAction.Add(
            path(attribute), literal(value), LegacyFault.Plain.UPDATE_TYPE_MISMATCH));
  }

  /**
   * Deletes elements from a set, and the attribute itself if no element remains.
   *
   * @throws FaultException if the value is not a set
   */
  public void delete(String attribute, AttributeValue elements) {
    if (!elements.type().isSet()) {
      throw new FaultException(LegacyFault.Plain.DELETE_TYPE.with(elements.type()));
    }
    actions.add(
        new UpdateAction.Delete(
            path(attribute), literal(elements), LegacyFault.Plain.UPDATE_TYPE_MISMATCH));
  }

  /** Returns the changes as one update; every change reads the item as it was before the update. */
  public BoundUpdate update() {
    return new BoundUpdate(
        ExpressionKind.UPDATE,
        actions.toArray(new UpdateAction[0]),
        paths,
        paths,
        PathTree.ofAttributes(paths));
  }
}
