package dev.monotable.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the elements of the open set and finds equal ones.
 *
 * <p>An element is given by the offset of its opening quote in the writer's buffer.
 */
final class SetElements {

  /** The type of the elements: S, N or B. */
  private byte type;

  private int count;
  private int[] starts = new int[16];

  /** Whether the elements so far are in ascending order, as in most requests. */
  private boolean ordered;

  /** Starts an empty set. */
  void begin(byte type) {
    this.type = type;
    count = 0;
    ordered = true;
  }

  /** Returns the type of the elements: S, N or B. */
  byte type() {
    return type;
  }

  /** Returns the data type of the set. */
  String typeName() {
    return (char) type + "S";
  }

  /** Returns whether the set is still empty. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Adds the last written element. */
  void add(byte[] buffer, int element) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
    }
    starts[count++] = element;
    if (ordered && count > 1) {
      ordered =
          CanonicalComparison.compareElements(type, buffer, starts[count - 2], buffer, element) < 0;
    }
  }

  /**
   * Sorts the elements, the last of which ends the buffer. Returns a fault if any two are equal.
   */
  @Nullable ValueFault order(byte[] buffer, int end) {
    if (ordered) {
      return null;
    }
    int[] sorted = Arrays.copyOf(starts, count);
    sort(buffer, sorted, new int[count], 0, count);
    int first = starts[0];
    byte[] contents = Arrays.copyOfRange(buffer, first, end);
    boolean duplicates = false;
    int to = first;
    for (int i = 0; i < count; i++) {
      int element = sorted[i] - first;
      if (i > 0) {
        int before = sorted[i - 1] - first;
        duplicates |=
            CanonicalComparison.compareElements(type, contents, before, contents, element) == 0;
        buffer[to++] = ',';
      }
      int elementEnd = Bytes.closingQuote(contents, element + 1) + 1;
      System.arraycopy(contents, element, buffer, to, elementEnd - element);
      to += elementEnd - element;
    }
    return duplicates ? duplicatesIn(contents, first) : null;
  }

  /** Returns the elements as sent, as many as a message repeats. */
  private ValueFault duplicatesIn(byte[] contents, int first) {
    List<String> arguments = new ArrayList<>();
    arguments.add(typeName());
    for (int i = 0; i < count; i++) {
      int element = starts[i] - first;
      if (element > Echo.MAX_CHARS) {
        arguments.add(Echo.MORE);
        break;
      }
      int end = Bytes.closingQuote(contents, element + 1);
      arguments.add(CanonicalJson.echo(contents, element + 1, end));
    }
    return new ValueFault(ValueFault.Kind.DUPLICATES_IN_SET, null, arguments);
  }

  /** Sorts elements with a merge sort. */
  private void sort(byte[] buffer, int[] elements, int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(buffer, elements, spare, from, middle);
    sort(buffer, elements, spare, middle, to);
    System.arraycopy(elements, from, spare, from, to - from);
    int x = from;
    int y = middle;
    for (int i = from; i < to; i++) {
      boolean left =
          y == to
              || (x < middle
                  && CanonicalComparison.compareElements(type, buffer, spare[x], buffer, spare[y])
                      <= 0);
      elements[i] = left ? spare[x++] : spare[y++];
    }
  }
}
