package dev.monotable.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hashes of the partition keys that were last asked for. MD5 takes longer than all else that
 * makes a key, and requests ask for the same item collections again and again: a design has a few
 * that are busy, and a test has a few altogether. Direct mapped, a line of the processor's cache
 * for each key, 64 KB in all. For one thread.
 */
final class RecentHashes {

  private static final int LINES_LOG = 10;
  private static final int LINE_LOG = 3;

  /** A line is the hash, the length of the key and one more, and the key in words. */
  private static final int KEY = 2;

  private static final int MOST_WORDS = (1 << LINE_LOG) - KEY;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long[] lines = new long[1 << LINES_LOG + LINE_LOG];

  /**
   * The first eight bytes of MD5 of a salt and a key.
   *
   * @param message the salt, then the key, then room for {@link Md5#paddedLength}
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
