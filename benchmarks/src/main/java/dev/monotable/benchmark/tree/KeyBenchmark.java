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

/** Measures building a key, and computing its hash with the digest of the JDK instead. */
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

  /** Creates the digest of the JDK. */
  public KeyBenchmark() {
    try {
      digest = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Measures the complete key: hash, partition key, sort key. */
  @Benchmark
  public int wholeKey() {
    return builder.clear().partition(partition, 0).last(sort, 0).length();
  }

  /** Measures only the hash. */
  @Benchmark
  public int ownHash() {
    return builder.clear().beginHash().hashValue(partition, 0).endHash().length();
  }

  /** Measures only the hash, of existing bytes, with a reused digest and a reused array. */
  @Benchmark
  public byte hashByTheJdk() throws DigestException {
    digest.update(salted, 0, salted.length);
    digest.digest(result, 0, result.length);
    return result[0];
  }
}
