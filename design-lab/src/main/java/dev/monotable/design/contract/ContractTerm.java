package dev.monotable.design.contract;

/** The quantity that a contract limits. */
public enum ContractTerm {
  /** Read units of all requests. */
  READ_UNITS,
  /** Write units of all requests. */
  WRITE_UNITS,
  /** The number of requests; each page is one. */
  REQUESTS,
  /** The share of the items read that filters discard. */
  DISCARDED,
  /** No Scan. */
  NO_SCAN,
  /** The index that has to be read. */
  INDEX,
  /** Each Query and Scan is one that the design declares for the pattern. */
  DECLARED
}
