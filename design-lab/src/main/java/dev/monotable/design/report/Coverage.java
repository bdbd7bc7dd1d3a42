package dev.monotable.design.report;

/** Whether a declared access pattern was observed. */
public enum Coverage {
  /** All its requests were observed. */
  OBSERVED("observed"),
  /** Some of its requests were observed. */
  PARTLY_OBSERVED("partly observed"),
  /** It is declared, and no request of it was observed. */
  NOT_OBSERVED("not observed"),
  /** It was observed, and no access pattern declares it. */
  UNDECLARED("undeclared");

  private final String label;

  Coverage(String label) {
    this.label = label;
  }

  /** Returns the coverage in words, such as {@code not observed}. */
  public String label() {
    return label;
  }
}
