package dev.monotable.design.model;

/**
 * The spread of the requests of an access pattern over partition key values.
 *
 * @param kind the kind
 * @param keys the number of partition key values, at least 1
 * @param exponent the exponent of {@link Kind#ZIPF}: the key of rank r gets a share that is
 *     proportional to 1/r^exponent; 0 for other kinds
 */
public record Distribution(Kind kind, long keys, double exponent) {
  /** The kinds of distributions. */
  public enum Kind {
    /** All keys are equally frequent. */
    UNIFORM,
    /** A few keys are much more frequent than the others. */
    ZIPF
  }

  public Distribution {
    if (keys < 1 || !(exponent >= 0) || (kind == Kind.UNIFORM && exponent != 0)) {
      throw new IllegalArgumentException(
          "a distribution must have at least one key, and an exponent only if it is a Zipf"
              + " distribution");
    }
  }

  /** Returns a uniform distribution. */
  public static Distribution uniform(long keys) {
    return new Distribution(Kind.UNIFORM, keys, 0);
  }

  /** Returns a Zipf distribution. */
  public static Distribution zipf(long keys, double exponent) {
    return new Distribution(Kind.ZIPF, keys, exponent);
  }
}
