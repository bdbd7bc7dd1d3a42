package dev.monotable.value;

import org.jspecify.annotations.Nullable;

/**
 * The quoted names of the attributes that were looked up last: the same few names are asked for
 * again and again. Safe for use by multiple threads, which may forget each other's names.
 */
final class QuotedNames {
  /** A power of two. */
  private static final int PLACES = 128;

  private static final int MAX_LENGTH = 64;

  private static final @Nullable Quoted[] RECENT = new @Nullable Quoted[PLACES];

  /** A name. Its fields are final, so a thread that finds it sees them whole. */
  private record Quoted(String name, byte[] quoted) {}

  private QuotedNames() {}

  /** Returns a name in canonical form, with its quotes; never modify it. */
  static byte[] of(String name) {
    int place = name.hashCode() & (PLACES - 1);
    Quoted known = RECENT[place];
    if (known != null && known.name().equals(name)) {
      return known.quoted();
    }
    byte[] quoted = CanonicalJson.quote(name);
    if (name.length() <= MAX_LENGTH) {
      RECENT[place] = new Quoted(name, quoted);
    }
    return quoted;
  }
}
