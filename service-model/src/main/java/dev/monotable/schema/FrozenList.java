package dev.monotable.schema;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * An immutable list, whose elements may be null as in JSON. {@link List#copyOf} would copy the
 * elements of another list twice.
 */
final class FrozenList<E> extends AbstractList<E> implements RandomAccess {
  private final Object[] elements;

  FrozenList(List<? extends E> list) {
    elements = list.toArray();
  }

  @Override
  @SuppressWarnings("unchecked") // all elements are those of the list
  public E get(int index) {
    return (E) elements[index];
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public Object[] toArray() {
    return elements.clone();
  }
}
