package dev.monotable.design.ledger;

/**
 * The bounds of a ledger.
 *
 * @param shapes the number of shapes; requests of further ones are counted as uncounted. Also the
 *     number of tables, and a quarter of that of undeclared key attributes: values of further ones
 *     become the template <code>{}</code>
 * @param samples the number of sample requests of a shape
 * @param itemShapes the number of shapes of items, each with as many attributes at most
 * @param pending the number of incomplete answers whose continuation is awaited; the oldest counts
 *     as not continued if there are more
 * @param tests the number of tests whose names are kept
 */
public record LedgerBounds(int shapes, int samples, int itemShapes, int pending, int tests) {
  /** 2,000 shapes with 8 samples each, 400 shapes of items, 1,000 pending answers, 10,000 tests. */
  public static final LedgerBounds DEFAULT = new LedgerBounds(2_000, 8, 400, 1_000, 10_000);

  public LedgerBounds {
    if (Math.min(Math.min(shapes, samples), Math.min(Math.min(itemShapes, pending), tests)) < 1) {
      throw new IllegalArgumentException("every bound of a ledger must be at least 1");
    }
  }
}
