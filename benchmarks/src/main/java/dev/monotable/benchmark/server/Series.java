package dev.monotable.benchmark.server;

import dev.monotable.benchmark.server.LoadGenerator.Result;

/** What one subject did under one load, round by round; and the medians of that. */
public final class Series {
  private final double[] rates;
  private final double[] micros;
  private final double[] p50;
  private final double[] p99;
  private double allMicros;
  private long allRequests;

  Series(int rounds) {
    rates = new double[rounds];
    micros = new double[rounds];
    p50 = new double[rounds];
    p99 = new double[rounds];
  }

  void set(int round, Result result, double cpuNanos) {
    rates[round] = result.rate();
    micros[round] = cpuNanos / 1000 / result.requests();
    p50[round] = result.p50();
    p99[round] = result.p99();
    allMicros += cpuNanos / 1000;
    allRequests += result.requests();
  }

  /** Requests a second. */
  public double rate() {
    return Medians.of(rates);
  }

  /** CPU time of the server's process for each request, in microseconds. */
  public double micros() {
    return Medians.of(micros);
  }

  /**
   * The same over all rounds together: other than the median, it shows what happens rarely and
   * takes long, such as the collection of a large heap.
   */
  public double meanMicros() {
    return allMicros / allRequests;
  }

  /** The time that half of the requests take at most, in microseconds. */
  public double p50() {
    return Medians.of(p50);
  }

  /** The time that 99 of 100 requests take at most, in microseconds. */
  public double p99() {
    return Medians.of(p99);
  }

  /** The CPU time as a multiple of another's. */
  public double timesOf(Series other) {
    return Medians.ofRatios(micros, other.micros);
  }
}
