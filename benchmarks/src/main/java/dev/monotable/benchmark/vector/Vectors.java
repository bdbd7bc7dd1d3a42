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
 * Measures searches for the nearest of 100,000 vectors of 768 dimensions on one thread: exact ones
 * as a multiple of the time to read as many bytes, those of clusters as a share of the exact ones.
 * {@code benchmarks/vectors} runs this program.
 */
public final class Vectors {
  private static final int DIMENSIONS = 768;
  private static final int CLUSTERS = 1_000;
  private static final int FOUND = 10;
  private static final int ROUNDS = 21;
  private static final int WARM_UP = 10;
  private static final int QUERIES = 200;

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
        "%,d vectors of %d dimensions, COSINE, in process on one thread; the seed is %d. Times are"
            + " medians of %d rounds, in each of which everything is measured once; a multiple is"
            + " the median of the ratios in a round.",
        count, DIMENSIONS, seed, ROUNDS);
    report.add("");
    report.add("| vectors | measured | median, ms | multiple of | goal |");
    report.add("|---|---|---|---|---|");
    StringBuilder memory = new StringBuilder();
    memory.append(run("in %,d clusters of width 1".formatted(CLUSTERS), CLUSTERS, 1));
    memory.append(run("in %,d clusters of width 2".formatted(CLUSTERS), CLUSTERS, 2));
    memory.append(run("without clusters", 1, 1));
    report.add("");
    report.add(
        "| vectors | recall of %d | recall of 100 | index built, s | clusters built, s | bytes of an"
            + " index for each vector | and with clusters |",
        FOUND);
    report.add("|---|---|---|---|---|---|---|");
    memory.toString().lines().forEach(line -> report.add("%s", line));
    System.out.println("sum: " + sink);
  }

  /** Measures a table; returns a row with its recall and its memory. */
  private String run(String name, int clusters, double width) {
    RandomVectors random = new RandomVectors(seed, DIMENSIONS, clusters, width);
    float[][] vectors = new float[count][];
    for (int i = 0; i < count; i++) {
      vectors[i] = random.next();
    }
    List<SearchVectorsInput> queries = new ArrayList<>();
    List<SearchVectorsInput> wide = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      float[] query = random.next();
      queries.add(VectorTable.request(query, FOUND));
      wide.add(VectorTable.request(query, 100));
    }
    try (VectorTable exact = VectorTable.of(vectors)) {
      long before = LiveBytes.count();
      long begin = System.nanoTime();
      exact.addIndex(DIMENSIONS);
      double index = (System.nanoTime() - begin) / 1e9;
      long indexed = LiveBytes.count();
      try (VectorTable approximate = exact.approximate()) {
        begin = System.nanoTime();
        approximate.search(queries.get(0));
        double built = (System.nanoTime() - begin) / 1e9;
        long clustered = LiveBytes.count();
        times(name, exact, approximate, ordered(vectors, exact.order()), queries);
        return "| %s | %.3f | %.3f | %.1f | %.1f | %,d | %,d |%n"
            .formatted(
                name,
                recall(exact, approximate, queries),
                recall(exact, approximate, wide),
                index,
                built,
                (indexed - before) / count,
                (clustered - before) / count);
      }
    }
  }

  /** Returns the vectors in the order in which an exact search reads those of the index. */
  private static float[][] ordered(float[][] vectors, List<Integer> order) {
    float[][] ordered = new float[vectors.length][];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = vectors[order.get(i)];
    }
    return ordered;
  }

  private void times(
      String name,
      VectorTable exact,
      VectorTable approximate,
      float[][] rows,
      List<SearchVectorsInput> queries) {
    float[] all = new float[rows.length * DIMENSIONS];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, all, i * DIMENSIONS, DIMENSIONS);
    }
    double[] array = new double[ROUNDS];
    double[] plain = new double[ROUNDS];
    double[] every = new double[ROUNDS];
    double[] near = new double[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      SearchVectorsInput query = queries.get(Math.floorMod(round, QUERIES));
      long start = System.nanoTime();
      sink += sum(all);
      long begin = System.nanoTime();
      for (float[] row : rows) {
        sink += sum(row);
      }
      long plainEnd = System.nanoTime();
      exact.search(query);
      long exactEnd = System.nanoTime();
      for (int i = 0; i < 5; i++) {
        approximate.search(queries.get(Math.floorMod(5 * round + i, QUERIES)));
      }
      long end = System.nanoTime();
      if (round >= 0) {
        array[round] = (begin - start) / 1e6;
        plain[round] = (plainEnd - begin) / 1e6;
        every[round] = (exactEnd - plainEnd) / 1e6;
        near[round] = (end - exactEnd) / 5e6;
      }
    }
    report.add("| %s | plain pass | %.1f | | |", name, Medians.of(plain));
    report.add(
        "| | the same numbers in one array | %.1f | %.2f of the plain pass | |",
        Medians.of(array), Medians.ofRatios(array, plain));
    report.add(
        "| | exact search | %.1f | %.2f of the plain pass | 1.50 |",
        Medians.of(every), Medians.ofRatios(every, plain));
    report.add(
        "| | approximate search | %.1f | %.3f of the exact search | 0.100 |",
        Medians.of(near), Medians.ofRatios(near, every));
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

  private static double recall(
      VectorTable exact, VectorTable approximate, List<SearchVectorsInput> queries) {
    long found = 0;
    long all = 0;
    for (SearchVectorsInput query : queries.subList(0, QUERIES / 2)) {
      List<Integer> expected = exact.search(query);
      all += expected.size();
      List<Integer> near = approximate.search(query);
      found += expected.stream().filter(near::contains).count();
    }
    return (double) found / all;
  }
}
