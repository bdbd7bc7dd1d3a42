package dev.monotable.design.finding;

/** The severity of a finding, the most severe first. */
public enum Severity {
  /** It fails, loses data or returns wrong results on AWS. */
  ERROR,
  /** It becomes expensive or slow as data or traffic grows. */
  WARNING,
  /** It costs more than it has to, or makes the design harder to change. */
  ADVICE
}
