package dev.monotable.torture.history;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Reply;
import dev.monotable.torture.Requests;
import dev.monotable.torture.ServerUnderTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A client that sends calls over one connection and records them. It sends most alone, some in a
 * pipeline, and with some it aborts the connection and so never sees the answer.
 */
final class Client implements AutoCloseable {
  private static final int MOST_IN_PIPELINE = 4;

  private final ServerUnderTest server;
  private final int number;
  private final Random random;
  private final Workload workload;
  private final List<Operation> history = new ArrayList<>();
  private Connection connection;

  Client(ServerUnderTest server, Tables tables, Random random, int number) throws IOException {
    this.server = server;
    this.number = number;
    this.random = random;
    this.workload = new Workload(tables, random, number);
    this.connection = server.connect();
  }

  /** Sends this many calls and returns the history of this client. */
  List<Operation> run(int calls, int mostAborts) throws IOException {
    int aborts = 0;
    for (int i = 0; i < calls; i++) {
      int choice = random.nextInt(16);
      if (choice == 0 && aborts < mostAborts) {
        aborts++;
        abort(workload.next());
      } else if (choice < 4) {
        List<Call> burst = new ArrayList<>();
        for (int j = 1 + random.nextInt(MOST_IN_PIPELINE); j > 0; j--) {
          burst.add(workload.next());
        }
        pipeline(burst);
      } else {
        pipeline(List.of(workload.next()));
      }
    }
    return history;
  }

  private void pipeline(List<Call> calls) throws IOException {
    List<Long> invoked = new ArrayList<>();
    for (Call call : calls) {
      invoked.add(System.nanoTime());
      connection.send(call.operation(), call.request());
    }
    for (int i = 0; i < calls.size(); i++) {
      Reply reply = connection.receive();
      for (Operation operation :
          calls.get(i).answered(number, invoked.get(i), System.nanoTime(), reply)) {
        history.add(operation);
        workload.learn(operation);
      }
    }
  }

  /** Aborts the connection while or after it sends a call, and sends the call again if it may. */
  private void abort(Call call) throws IOException {
    byte[] bytes = Requests.of(call.operation(), Connection.bytes(call.request()));
    int sent = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : bytes.length;
    history.addAll(call.unanswered(number, System.nanoTime()));
    connection.send(bytes, 0, sent);
    if (random.nextBoolean()) {
      connection.reset();
    } else {
      connection.close();
    }
    connection = server.connect();
    if (call.actions().get(0).token() != null) {
      pipeline(List.of(call));
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
