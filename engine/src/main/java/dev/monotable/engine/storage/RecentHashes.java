package dev.monotable.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A cache of the hashes of recent partition keys. MD5 takes longer than the rest of building a key,
 * and requests use the same item collections again and again: a design has a few that are busy, and
 * a test has only a few. The cache is direct mapped, with one processor cache line for each key, 64
 * KB in all. For one thread.
 */
final class RecentHashes {

  private static final int LINES_LOG = 10;
  private static final int LINE_LOG = 3;

  /** A line contains the hash, the length of the key plus one, and the key in words. */
  private static final int KEY = 2;

  private static final int MOST_WORDS = (1 << LINE_LOG) - KEY;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long[] lines = new long[1 << LINES_LOG + LINE_LOG];

  /**
   * Returns the first eight bytes of the MD5 of a salt and a key.
   *
   * @param message the salt, then the key, then room for {@link Md5#paddedLength}
   * @param salt the length of the salt
   * @param end the offset after the key
   */
  long hash(byte[] message, int salt, int end) {
    int length = end - salt;
    int words = (length + 7) >>> 3;
    if (words > MOST_WORDS) {
      return Md5.firstEightBytes(message, end);
    }
    int line = (int) (RawBytes.mixed(message, salt, end, 0) >>> 64 - LINES_LOG) << LINE_LOG;
    long[] known = lines;
    if (known[line + 1] == length + 1L) {
      int i = 0;
      while (i < words && known[line + KEY + i] == (long) LONG.get(message, salt + (i << 3))) {
        i++;
      }
      if (i == words) {
        return known[line];
      }
    }
    for (int i = 0; i < words; i++) {
      known[line + KEY + i] = (long) LONG.get(message, salt + (i << 3));
    }
    known[line + 1] = length + 1L;
    long hash = Md5.firstEightBytes(message, end);
    known[line] = hash;
    return hash;
  }
}
