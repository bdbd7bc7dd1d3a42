package dev.monotable.benchmark.vector;

import dev.monotable.benchmark.memory.LiveBytes;
import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import dev.monotable.model.SearchVectorsInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Measures searches for the nearest of 100,000 vectors of 768 dimensions on one thread, as a
 * multiple of the time to read as many bytes. {@code benchmarks/vectors} runs this program.
 */
public final class Vectors {
  private static final int DIMENSIONS = 768;
  private static final int FOUND = 10;
  private static final int ROUNDS = 21;
  private static final int WARM_UP = 10;

  private final Report report;
  private final int count;
  private final long seed;

  /** What the loops compute, so that they are not removed. */
  private float sink;

  private Vectors(Report report, int count, long seed) {
    this.report = report;
    this.count = count;
    this.seed = seed;
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, and optionally the number of vectors and
   *     the seed
   */
  public static void main(String[] arguments) throws Exception {
    int count = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
    long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : new Random().nextInt();
    Vectors vectors = new Vectors(new Report(Path.of(arguments[0]), "vectors"), count, seed);
    vectors.measure();
    vectors.report.write();
  }

  private void measure() {
    report.add(
        "%,d random vectors of %d dimensions, COSINE, in process on one thread; the seed is %d."
            + " Times are medians of %d rounds, in each of which everything is measured once; a"
            + " multiple is the median of the ratios in a round.",
        count, DIMENSIONS, seed, ROUNDS);
    report.add("");
    RandomVectors random = new RandomVectors(seed, DIMENSIONS, 1, 1);
    float[][] vectors = new float[count][];
    for (int i = 0; i < count; i++) {
      vectors[i] = random.next();
    }
    List<SearchVectorsInput> queries = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      queries.add(VectorTable.request(random.next(), FOUND));
    }
    try (VectorTable table = VectorTable.of(vectors)) {
      long before = LiveBytes.count();
      long begin = System.nanoTime();
      table.addIndex(DIMENSIONS);
      double built = (System.nanoTime() - begin) / 1e9;
      long bytes = (LiveBytes.count() - before) / count;
      times(table, ordered(vectors, table.order()), queries);
      report.add("");
      report.add("The index was built in %.1f s and has %,d bytes for each vector.", built, bytes);
    }
    System.out.println("sum: " + sink);
  }

  /** Returns the vectors in the order in which an exact search reads those of the index. */
  private static float[][] ordered(float[][] vectors, List<Integer> order) {
    float[][] ordered = new float[vectors.length][];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = vectors[order.get(i)];
    }
    return ordered;
  }

  private void times(VectorTable table, float[][] rows, List<SearchVectorsInput> queries) {
    float[] all = new float[rows.length * DIMENSIONS];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, all, i * DIMENSIONS, DIMENSIONS);
    }
    double[] array = new double[ROUNDS];
    double[] plain = new double[ROUNDS];
    double[] search = new double[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      SearchVectorsInput query = queries.get(Math.floorMod(round, ROUNDS));
      long start = System.nanoTime();
      sink += sum(all);
      long begin = System.nanoTime();
      for (float[] row : rows) {
        sink += sum(row);
      }
      long plainEnd = System.nanoTime();
      table.search(query);
      long end = System.nanoTime();
      if (round >= 0) {
        array[round] = (begin - start) / 1e6;
        plain[round] = (plainEnd - begin) / 1e6;
        search[round] = (end - plainEnd) / 1e6;
      }
    }
    report.add("| measured | median, ms | multiple of the plain pass | goal |");
    report.add("|---|---|---|---|");
    report.add("| plain pass | %.1f | | |", Medians.of(plain));
    report.add(
        "| the same numbers in one array | %.1f | %.2f | |",
        Medians.of(array), Medians.ofRatios(array, plain));
    report.add(
        "| search | %.1f | %.2f | 1.50 |", Medians.of(search), Medians.ofRatios(search, plain));
  }

  /** Returns the sum of the numbers: what a loop does that reads them all once. */
  private static float sum(float[] row) {
    float sum0 = 0;
    float sum1 = 0;
    float sum2 = 0;
    float sum3 = 0;
    for (int i = 0; i < row.length; i += 4) {
      sum0 += row[i];
      sum1 += row[i + 1];
      sum2 += row[i + 2];
      sum3 += row[i + 3];
    }
    return sum0 + sum1 + (sum2 + sum3);
  }
}
