package dev.monotable.json;

/**
 * How an {@link Exchange} treats requests.
 *
 * @param splitByCredentials whether each pair of access key and region has a database of its own;
 *     otherwise all requests share one
 * @param maxDatabases how many databases there may be when they are split
 * @param maxBodyBytes the longest request body, compressed or not; AWS's limit is 16 MB
 * @param compressFromBytes the length from which an answer is compressed for a client that accepts
 *     it
 * @param defaultRegion the region of a request whose credentials name none
 * @param seed where the sequence of request ids begins
 */
public record ExchangeConfig(
    boolean splitByCredentials,
    int maxDatabases,
    int maxBodyBytes,
    int compressFromBytes,
    String defaultRegion,
    long seed) {
  private static final ExchangeConfig STANDARD =
      new ExchangeConfig(false, 64, 16 << 20, 1_000, "us-east-1", 0x6d6f6e6f7461626cL);

  public ExchangeConfig {
    if (maxDatabases < 1 || maxBodyBytes < 1 || compressFromBytes < 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** One shared database and AWS's limits. */
  public static ExchangeConfig standard() {
    return STANDARD;
  }

  public ExchangeConfig withSplitByCredentials(boolean split) {
    return new ExchangeConfig(
        split, maxDatabases, maxBodyBytes, compressFromBytes, defaultRegion, seed);
  }

  public ExchangeConfig withMaxDatabases(int max) {
    return new ExchangeConfig(
        splitByCredentials, max, maxBodyBytes, compressFromBytes, defaultRegion, seed);
  }

  public ExchangeConfig withMaxBodyBytes(int max) {
    return new ExchangeConfig(
        splitByCredentials, maxDatabases, max, compressFromBytes, defaultRegion, seed);
  }

  public ExchangeConfig withDefaultRegion(String region) {
    return new ExchangeConfig(
        splitByCredentials, maxDatabases, maxBodyBytes, compressFromBytes, region, seed);
  }

  public ExchangeConfig withSeed(long newSeed) {
    return new ExchangeConfig(
        splitByCredentials, maxDatabases, maxBodyBytes, compressFromBytes, defaultRegion, newSeed);
  }
}
