package dev.monotable.json;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates request IDs in AWS's format: 52 digits and letters, of which the first 26 differ between
 * requests. They are a mixed counter: unique, cheap, and reproducible by seed.
 */
public final class RequestIds {
  static final int LENGTH = 52;

  private static final byte[] DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUV".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SUFFIX =
      "VV4KQNSO5AEMVJF66Q9ASUAAJG".getBytes(StandardCharsets.US_ASCII);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final AtomicLong counter;

  /** Creates IDs that follow from a seed. */
  public RequestIds(long seed) {
    this.counter = new AtomicLong(seed);
  }

  /** Writes the next ID into an array of {@link #LENGTH} bytes. */
  void next(byte[] target) {
    long ticket = counter.getAndAdd(GOLDEN << 1);
    digits(mix(ticket), target, 0);
    digits(mix(ticket + GOLDEN), target, 13);
    System.arraycopy(SUFFIX, 0, target, 26, SUFFIX.length);
  }

  private static void digits(long bits, byte[] target, int at) {
    long rest = bits;
    for (int i = at; i < at + 13; i++) {
      target[i] = DIGITS[(int) rest & 31];
      rest >>>= 5;
    }
  }

  /** Mixes the bits of a value, as the finalizer of SplitMix64 does. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
