package dev.monotable.benchmark.tree;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the operations of a tree at random keys; each write creates a version. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms6g", "-Xmx6g", "-XX:+UseParallelGC"})
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 15, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class TreeBenchmark {

  private static final int SAMPLE = 1 << 16;

  /** See {@link Candidate#of}: packed-leaf-inner, plain-limit, trie. */
  @Param({"packed-32-32", "plain-32", "trie"})
  public String tree = "";

  @Param({"chat", "single"})
  public String keys = "";

  @Param({"10000", "1000000"})
  public int size;

  private @Nullable Candidate candidate;
  private final byte[][] present = new byte[SAMPLE][];
  private final byte[][] absent = new byte[SAMPLE][];
  private final Object[] values = {"a", "b"};
  private Object loaded = "";
  private int next;

  /** Loads the tree. */
  @Setup
  public void load() {
    Candidate built = load(tree, keys, size);
    Keys source = new Keys(keys);
    Random random = new Random(1);
    for (int i = 0; i < SAMPLE; i++) {
      present[i] = source.key(random.nextInt(size));
      absent[i] = source.key(size + random.nextInt(size));
    }
    loaded = built.version();
    candidate = built;
  }

  static Candidate load(String tree, String keys, int size) {
    Candidate built = Candidate.of(tree);
    Keys source = new Keys(keys);
    for (int i = 0; i < size; i++) {
      built.load(source.key(i), "a");
    }
    return built;
  }

  @SuppressWarnings("NullAway") // set before each trial
  private Candidate candidate() {
    return candidate;
  }

  private int step() {
    next = (next + 1) & (SAMPLE - 1);
    return next;
  }

  /** Finds the value of a key. */
  @Benchmark
  public @Nullable Object get() {
    return candidate().get(present[step()]);
  }

  /** Replaces the value of a key. */
  @Benchmark
  public void replace() {
    int i = step();
    candidate().put(present[i], values[(i >>> 3) & 1]);
  }

  /** Adds a key. Restores the first version when the tree has grown by a sixteenth of a million. */
  @Benchmark
  public void insert() {
    int i = step();
    if (i == 0) {
      candidate().restore(loaded);
    }
    candidate().put(absent[i], "b");
  }

  /** Reads the last 50 entries of a collection, newest first. */
  @Benchmark
  public int last50() {
    return candidate().lastOfCollection(present[step()], 50);
  }
}
