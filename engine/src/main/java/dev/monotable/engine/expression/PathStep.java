package dev.monotable.engine.expression;

import dev.monotable.value.CanonicalJson;
import java.util.Arrays;

/** One step of a bound path: the name of a member, also in its stored form, or an index. */
final class PathStep {
  private static final byte[] NO_NAME = {};

  /** The name; empty for an index. */
  final String name;

  /** The name as canonical JSON, with its quotes; empty for an index. */
  final byte[] quoted;

  /** The index, zero-based; -1 for a name. */
  final int index;

  private PathStep(String name, byte[] quoted, int index) {
    this.name = name;
    this.quoted = quoted;
    this.index = index;
  }

  static PathStep name(String name) {
    return new PathStep(name, CanonicalJson.quote(name), -1);
  }

  static PathStep index(int index) {
    return new PathStep("", NO_NAME, index);
  }

  boolean isName() {
    return index < 0;
  }

  boolean isSameAs(PathStep other) {
    return index == other.index && Arrays.equals(quoted, other.quoted);
  }

  /** Returns whether the member at the offset has this name. */
  boolean matches(byte[] json, int memberAt) {
    byte[] expected = quoted;
    int length = expected.length;
    // Quotes in a name are escaped, so if the bytes up to the closing quote are equal, the name is
    // equal.
    return memberAt + length <= json.length
        && Arrays.equals(json, memberAt, memberAt + length, expected, 0, length);
  }

  @Override
  public String toString() {
    return isName() ? name : "[" + index + ']';
  }
}
