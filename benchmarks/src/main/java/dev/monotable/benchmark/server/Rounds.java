package dev.monotable.benchmark.server;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives subjects in turns, round by round and in alternating order, so that other activity on the
 * machine affects all of them equally. A first round of twice the length warms up the JIT compilers
 * and is not measured.
 *
 * @param rounds the number of measured rounds
 * @param seconds the duration for each subject in a round
 */
public record Rounds(int rounds, double seconds) {
  /**
   * Tables of at most this many items are loaded again before each round of puts, because a third
   * of the puts adds items.
   */
  private static final int RELOADED_ITEMS = 20_000;

  /**
   * Drives all subjects under one load.
   *
   * @param standIn the design that provides the requests for subjects without a table
   * @param prepared the number of different requests for each subject
   * @return the measurements of each subject, in the order of the subjects
   */
  public Series[] drive(List<Subject> subjects, Load load, ChatDesign standIn, int prepared)
      throws IOException {
    Series[] series = new Series[subjects.size()];
    Requests[] requests = new Requests[subjects.size()];
    for (int i = 0; i < series.length; i++) {
      series[i] = new Series(rounds);
      ChatDesign design = subjects.get(i).design();
      requests[i] = Requests.of(design == null ? standIn : design, load, load.ordinal(), prepared);
    }
    for (int round = -1; round < rounds; round++) {
      for (int turn = 0; turn < series.length; turn++) {
        int i = round % 2 == 0 ? turn : series.length - 1 - turn;
        Subject subject = subjects.get(i);
        if (load == Load.PUT_ITEM && isSmall(subject.design())) {
          subject.reload();
        }
        double cpu = subject.server().cpuNanos();
        LoadGenerator.Result result =
            subject.drive(load, requests[i], round < 0 ? seconds * 2 : seconds);
        if (round >= 0) {
          series[i].set(round, result, subject.server().cpuNanos() - cpu);
        }
      }
    }
    System.err.println(load + " done");
    return series;
  }

  private static boolean isSmall(@Nullable ChatDesign design) {
    return design != null && design.items() <= RELOADED_ITEMS;
  }
}
