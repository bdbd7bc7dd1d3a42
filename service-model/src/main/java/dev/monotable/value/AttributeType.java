package dev.monotable.value;

/**
 * The ten data types of DynamoDB, by their names in DynamoDB JSON.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html">Supported
 *     data types</a>
 */
public enum AttributeType {
  /** String. */
  S,
  /** Number. */
  N,
  /** Binary. */
  B,
  /** String set. */
  SS,
  /** Number set. */
  NS,
  /** Binary set. */
  BS,
  /** Map. */
  M,
  /** List. */
  L,
  /** Boolean. */
  BOOL,
  /** Null. */
  NULL;

  /** Returns whether this is one of the three set types. */
  public boolean isSet() {
    return this == SS || this == NS || this == BS;
  }

  /** Returns whether values of this type can be key attributes: strings, numbers and binaries. */
  public boolean isKeyType() {
    return this == S || this == N || this == B;
  }

  /** Returns the type of a set's elements; this type if it is not a set. */
  public AttributeType elementType() {
    return switch (this) {
      case SS -> S;
      case NS -> N;
      case BS -> B;
      case S, N, B, M, L, BOOL, NULL -> this;
    };
  }
}
