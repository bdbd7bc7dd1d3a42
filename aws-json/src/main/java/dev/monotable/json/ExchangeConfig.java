package dev.monotable.json;

import dev.monotable.engine.error.Wording;

/**
 * How an {@link Exchange} treats requests.
 *
 * @param maxDatabases how many databases there may be when they are split
 * @param maxBodyBytes the longest request body, compressed or not; AWS's limit is 16 MB
 * @param compressFromBytes the length from which an answer is compressed for a client that accepts
 *     it
 * @param defaultRegion the region of a request whose credentials name none
 * @param wording the wording of what is said about requests that cannot be decoded; the engine has
 *     its own, which should be the same
 * @param seed where the sequence of request ids begins
 */
public record ExchangeConfig(
    int maxDatabases,
    int maxBodyBytes,
    int compressFromBytes,
    String defaultRegion,
    Wording wording,
    long seed) {
  private static final ExchangeConfig STANDARD =
      new ExchangeConfig(64, 16 << 20, 1_000, "us-east-1", Wording.current(), 0x6d6f6e6f7461626cL);

  public ExchangeConfig {
    if (maxDatabases < 1 || maxBodyBytes < 1 || compressFromBytes < 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** One shared database and AWS's limits. */
  public static ExchangeConfig standard() {
    return STANDARD;
  }

  public ExchangeConfig withMaxDatabases(int max) {
    return new ExchangeConfig(max, maxBodyBytes, compressFromBytes, defaultRegion, wording, seed);
  }

  public ExchangeConfig withMaxBodyBytes(int max) {
    return new ExchangeConfig(maxDatabases, max, compressFromBytes, defaultRegion, wording, seed);
  }

  public ExchangeConfig withDefaultRegion(String region) {
    return new ExchangeConfig(maxDatabases, maxBodyBytes, compressFromBytes, region, wording, seed);
  }

  public ExchangeConfig withWording(Wording newWording) {
    return new ExchangeConfig(
        maxDatabases, maxBodyBytes, compressFromBytes, defaultRegion, newWording, seed);
  }

  public ExchangeConfig withSeed(long newSeed) {
    return new ExchangeConfig(
        maxDatabases, maxBodyBytes, compressFromBytes, defaultRegion, wording, newSeed);
  }
}
