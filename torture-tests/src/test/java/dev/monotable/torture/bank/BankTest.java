package dev.monotable.torture.bank;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Crowd;
import dev.monotable.torture.Part;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the bank against the packaged server. */
@Tag("slow")
class BankTest {
  private static final int TELLERS = 6;
  private static final int AUDITORS = 2;
  private static final int ACTIONS = 60;

  /**
   * The number of times that all threads stop in a round and table, indexes and stream are
   * compared.
   */
  private static final int QUIET_POINTS = 3;

  private final AtomicLong transfers = new AtomicLong();
  private final AtomicLong audits = new AtomicLong();

  @Test
  void noMoneyAppearsOrDisappears() throws Exception {
    Part part = Part.begin("bank");
    try (ServerUnderTest server = ServerUnderTest.start(List.of("-Xmx256m"))) {
      part.rounds(round -> run(server, round));
    }
    part.print(transfers + " transfers, " + audits + " audits");
  }

  private void run(ServerUnderTest server, Round round) throws Exception {
    try (Connection control = server.connect()) {
      Bank bank = Bank.open(control, "Bank" + round.seed());
      long changes = Bank.ACCOUNTS;
      for (int part = 0; part < QUIET_POINTS; part++) {
        int firstThread = part * (TELLERS + AUDITORS);
        changes +=
            Crowd.run(
                    TELLERS + AUDITORS,
                    number -> work(server, bank, round, firstThread + number, number < TELLERS))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
        new QuietBank(bank, control).check(changes);
      }
      control.require("DeleteTable", bank.request());
    }
  }

  /** Returns the number of items that the thread has changed. */
  private long work(ServerUnderTest server, Bank bank, Round round, int thread, boolean teller)
      throws Exception {
    try (Connection connection = server.connect()) {
      if (teller) {
        Teller it = new Teller(bank, connection, round.random(thread), bank.table() + "-" + thread);
        for (int i = 0; i < ACTIONS; i++) {
          it.act();
        }
        transfers.addAndGet(it.transfers());
        return it.changes();
      }
      Auditor auditor = new Auditor(bank, connection, round.random(thread));
      for (int i = 0; i < ACTIONS; i++) {
        auditor.audit();
      }
      audits.addAndGet(ACTIONS);
      return 0;
    }
  }
}
