package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects changes of whole attributes, as AttributeUpdates describes them, into an update. What it
 * does differs from an expression's in that ADD appends to lists, and in its messages; so it is put
 * together from actions and never was a text. Each attribute may be changed once.
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

  /** Sets the attribute, whatever it was. */
  public void put(String attribute, AttributeValue value) {
    actions.add(new UpdateAction.Set(path(attribute), new UpdateValue.Copy(literal(value))));
  }

  /** Removes the attribute. */
  public void remove(String attribute) {
    actions.add(new UpdateAction.Remove(path(attribute)));
  }

  /**
   * Adds a number, the elements of a set or those of a list; sets the attribute where it is not
   * there.
   *
   * @throws FaultException where the value is of another type
   */
  public void add(String attribute, AttributeValue value) {
    AttributeType type = value.type();
    if (type != AttributeType.N && type != AttributeType.L && !type.isSet()) {
      throw new FaultException(new LegacyFault.AddType(type));
    }
    actions.add(
        new UpdateAction.Add(
            path(attribute), literal(value), LegacyFault.Plain.UPDATE_TYPE_MISMATCH));
  }

  /**
   * Deletes elements of a set, and the attribute with the last of them.
   *
   * @throws FaultException where the value is no set
   */
  public void delete(String attribute, AttributeValue elements) {
    if (!elements.type().isSet()) {
      throw new FaultException(new LegacyFault.DeleteType(elements.type()));
    }
    actions.add(
        new UpdateAction.Delete(
            path(attribute), literal(elements), LegacyFault.Plain.UPDATE_TYPE_MISMATCH));
  }

  /** The changes as one update; every change sees the item as it was before. */
  public BoundUpdate update() {
    return new BoundUpdate(
        ExpressionKind.UPDATE,
        actions.toArray(new UpdateAction[0]),
        paths,
        paths,
        PathTree.ofAttributes(paths));
  }
}
