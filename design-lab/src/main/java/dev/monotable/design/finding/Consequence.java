package dev.monotable.design.finding;

/** The consequence of a finding, the worst first. */
public enum Consequence {
  /** Wrong results or lost data. */
  WRONG("wrong results or lost data"),
  /** Throttling or failure at the size of the design. */
  FAILURE("throttling or failure at this size"),
  /** Throttling or failure at ten times this size. */
  FAILURE_AT_TEN_TIMES("throttling or failure at ten times this size"),
  /** Money each month. */
  COST("money a month"),
  /** A design that is harder to understand or to change. */
  STYLE("style");

  private final String label;

  Consequence(String label) {
    this.label = label;
  }

  /** Returns the consequence in words. */
  public String label() {
    return label;
  }
}
