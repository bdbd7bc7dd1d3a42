package dev.monotable.benchmark.tree;

import dev.monotable.engine.storage.KeyBuilder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a key costs, and what its hash would cost by the JDK's digest. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class KeyBenchmark {

  private final byte[] partition = "{\"S\":\"CHAT#00000017\"}".getBytes(StandardCharsets.US_ASCII);
  private final byte[] sort =
      "{\"S\":\"MSG#2026-01-01T12:00:00.000Z#00042\"}".getBytes(StandardCharsets.US_ASCII);
  private final byte[] salted = "OutliersCHAT#00000017".getBytes(StandardCharsets.US_ASCII);
  private final KeyBuilder builder = new KeyBuilder();
  private final byte[] result = new byte[16];
  private final MessageDigest digest;

  /** Finds the digest. */
  public KeyBenchmark() {
    try {
      digest = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The whole key: hash, partition key, sort key. */
  @Benchmark
  public int wholeKey() {
    return builder.clear().partition(partition, 0).last(sort, 0).length();
  }

  /** Only the hash. */
  @Benchmark
  public int ownHash() {
    return builder.clear().beginHash().hashValue(partition, 0).endHash().length();
  }

  /** Only the hash, of bytes that are at hand already, by a digest and an array that are reused. */
  @Benchmark
  public byte hashByTheJdk() throws DigestException {
    digest.update(salted, 0, salted.length);
    digest.digest(result, 0, result.length);
    return result[0];
  }
}
