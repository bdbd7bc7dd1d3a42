package dev.monotable.torture.history;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Crowd;
import dev.monotable.torture.Json;
import dev.monotable.torture.Part;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks histories of clients that call the packaged server over HTTP. */
@Tag("slow")
class HistoryTest {
  private static final int TABLES = 3;
  private static final int CONNECTIONS = 8;
  private static final int CALLS = 30;

  /** Few, because an operation without an answer stays a candidate to the end of the history. */
  private static final int MOST_ABORTS = 1;

  private final HistoryCheck check = new HistoryCheck();

  @Test
  void historiesOverHttpAreLinearizable() throws Exception {
    Part part = Part.begin("history");
    try (ServerUnderTest server = ServerUnderTest.start(List.of("-Xmx256m"))) {
      part.rounds(round -> check.check(record(server, round)));
    }
    part.print(check.toString());
  }

  private static List<Operation> record(ServerUnderTest server, Round round) throws Exception {
    Tables tables = new Tables("Round" + round.seed() + "-", TABLES);
    try (Connection control = server.connect()) {
      for (String table : tables.names()) {
        control.require("CreateTable", Rows.createTable(table));
      }
      List<List<Operation>> parts =
          Crowd.run(
              CONNECTIONS,
              number -> {
                try (Client client = new Client(server, tables, round.random(number), number)) {
                  return client.run(CALLS, MOST_ABORTS);
                }
              });
      for (String table : tables.names()) {
        control.require("DeleteTable", Json.object().put("TableName", table));
      }
      return parts.stream().flatMap(List::stream).toList();
    }
  }
}
