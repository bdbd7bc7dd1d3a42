package dev.monotable.benchmark.server;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drives subjects in turns, round by round, so that what the machine does beside hits all of them
 * alike. One round more comes first, of twice the length, for the compilers, and is not counted.
 *
 * @param rounds that count
 * @param seconds for each subject in a round
 */
public record Rounds(int rounds, double seconds) {
  /** What is at most so large is loaded again before puts, a third of which are new items. */
  private static final int RELOADED_ITEMS = 20_000;

  /**
   * Drives them all under one load.
   *
   * @param standIn the design whose requests those without a table get
   * @param prepared how many different requests there are for each subject
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
      for (int i = 0; i < series.length; i++) {
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
