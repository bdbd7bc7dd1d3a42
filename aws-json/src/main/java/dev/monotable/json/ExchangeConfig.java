package dev.monotable.json;

import dev.monotable.engine.error.Wording;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an {@link Exchange}.
 *
 * @param maxBodyBytes the maximum length of a request body in bytes, compressed or not; 16 MB on
 *     AWS
 * @param compressFromBytes the length in bytes from which a reply is compressed for a client that
 *     accepts it; 4 KB on AWS
 * @param defaultRegion the Region of a request whose credentials do not name one
 * @param wording the wording of errors about requests that cannot be decoded; should equal that of
 *     the engine
 * @param seed the seed of the request IDs
 * @param rootIsHealthy whether {@code GET /} is a health check, as on AWS. DynamoDB Local rejects
 *     it with status 400, which some tools wait for
 * @param verifier verifies the signatures of requests; null if any well-formed one is accepted
 */
public record ExchangeConfig(
    int maxBodyBytes,
    int compressFromBytes,
    String defaultRegion,
    Wording wording,
    long seed,
    boolean rootIsHealthy,
    @Nullable SignatureVerifier verifier) {
  private static final ExchangeConfig STANDARD =
      new ExchangeConfig(
          16 << 20, 4 << 10, "us-east-1", Wording.usEast1(), 0x6d6f6e6f7461626cL, true, null);

  public ExchangeConfig {
    if (maxBodyBytes < 1 || compressFromBytes < 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** Returns the default: one shared database and AWS's limits. */
  public static ExchangeConfig standard() {
    return STANDARD;
  }

  public ExchangeConfig withMaxBodyBytes(int max) {
    return new ExchangeConfig(
        max, compressFromBytes, defaultRegion, wording, seed, rootIsHealthy, verifier);
  }

  public ExchangeConfig withDefaultRegion(String region) {
    return new ExchangeConfig(
        maxBodyBytes, compressFromBytes, region, wording, seed, rootIsHealthy, verifier);
  }

  public ExchangeConfig withWording(Wording newWording) {
    return new ExchangeConfig(
        maxBodyBytes, compressFromBytes, defaultRegion, newWording, seed, rootIsHealthy, verifier);
  }

  public ExchangeConfig withSeed(long newSeed) {
    return new ExchangeConfig(
        maxBodyBytes, compressFromBytes, defaultRegion, wording, newSeed, rootIsHealthy, verifier);
  }

  public ExchangeConfig withRootIsHealthy(boolean healthy) {
    return new ExchangeConfig(
        maxBodyBytes, compressFromBytes, defaultRegion, wording, seed, healthy, verifier);
  }

  /** Returns this configuration with another verifier of signatures. */
  public ExchangeConfig withVerifier(@Nullable SignatureVerifier newVerifier) {
    return new ExchangeConfig(
        maxBodyBytes, compressFromBytes, defaultRegion, wording, seed, rootIsHealthy, newVerifier);
  }
}
