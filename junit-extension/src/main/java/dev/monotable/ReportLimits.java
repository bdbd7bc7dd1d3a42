package dev.monotable;

/**
 * The bounds of a {@linkplain Monotable#report report} of requests and tables.
 *
 * @param requests the number of requests, the last ones; 0 for no report after a failed test
 * @param items the number of items of each table
 * @param characters the number of characters of the whole report
 */
public record ReportLimits(int requests, int items, int characters) {
  /** The number of requests unless another one is set. */
  public static final int REQUESTS = 20;

  /** The number of items of each table unless another one is set. */
  public static final int ITEMS = 20;

  /** The number of characters unless another one is set. */
  public static final int CHARACTERS = 20_000;

  /** The limits of reports unless others are set. */
  public static final ReportLimits DEFAULT = new ReportLimits(REQUESTS, ITEMS, CHARACTERS);

  /** No report after a failed test. */
  public static final ReportLimits NONE = new ReportLimits(0, 0, 0);

  /**
   * Creates limits.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  public ReportLimits {
    if (requests < 0 || items < 0 || characters < 0) {
      throw new IllegalArgumentException(
          "a limit of a report is negative: "
              + requests
              + " requests, "
              + items
              + " items, "
              + characters
              + " characters");
    }
  }
}
