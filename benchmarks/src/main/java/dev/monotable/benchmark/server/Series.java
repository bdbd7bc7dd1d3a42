package dev.monotable.benchmark.server;

import dev.monotable.benchmark.server.LoadGenerator.Result;

/** The measurements of one subject under one load, for each round, and their medians. */
public final class Series {
  private final double[] rates;
  private final double[] micros;
  private final double[] p50;
  private final double[] p99;

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
  }

  /** Returns the median rate in requests per second. */
  public double rate() {
    return Medians.of(rates);
  }

  /** Returns the median CPU time of the server process per request, in microseconds. */
  public double micros() {
    return Medians.of(micros);
  }

  /**
   * Returns the lowest CPU time per request of all rounds, in microseconds: that of the round that
   * other activity on the machine affected least.
   */
  public double lowestMicros() {
    return Medians.quantile(micros, 0);
  }

  /** Returns the median latency in microseconds. */
  public double p50() {
    return Medians.of(p50);
  }

  /** Returns the 99th percentile of the latency in microseconds. */
  public double p99() {
    return Medians.of(p99);
  }

  /** Returns the median ratio of the CPU time per request to that of another series. */
  public double timesOf(Series other) {
    return Medians.of(ratiosTo(other));
  }

  /** Returns the ratio of the CPU time per request to that of another series in each round. */
  public double[] ratiosTo(Series other) {
    return Medians.ratios(micros, other.micros);
  }
}
