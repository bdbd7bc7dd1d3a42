package dev.monotable.torture.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import dev.monotable.torture.Part;
import dev.monotable.torture.Reply;
import dev.monotable.torture.Requests;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sends changed requests to the packaged server. */
@Tag("slow")
class MutationTest {
  private static final int BATCHES = 200;
  private static final int MOST_IN_BATCH = 8;

  private static final Pattern FAILURE =
      Pattern.compile("^\\s+at |\\b\\w+(Exception|Error)\\b|SEVERE|ERROR");

  private long sent;

  @Test
  void everyRequestIsAnsweredInTheFormOfAws() throws Exception {
    Part part = Part.begin("mutation");
    Samples samples = Samples.read();
    try (ServerUnderTest server =
        ServerUnderTest.start(
            List.of("-Xmx512m"), "--request-timeout", "2", "--idle-timeout", "60")) {
      part.rounds(round -> run(server, samples, round));
      assertThat(failures(server)).isEmpty();
    }
    part.print(sent + " requests");
  }

  private void run(ServerUnderTest server, Samples samples, Round round) throws IOException {
    Random random = round.random(0);
    JsonMutator json = new JsonMutator(samples, random);
    WireMutator wire = new WireMutator(random);
    ModelRequests model = new ModelRequests(samples, random);
    try (Connection control = server.connect()) {
      reset(control, samples.preparation(random));
      for (int i = 0; i < BATCHES; i++) {
        boolean wellFormed = random.nextBoolean();
        List<byte[]> batch = new ArrayList<>();
        for (int j = wellFormed ? 1 + random.nextInt(MOST_IN_BATCH) : 1; j > 0; j--) {
          Samples.Sample sample = random.nextInt(4) == 0 ? model.next() : samples.any(random);
          JsonNode request =
              random.nextInt(10) == 0 ? sample.request() : json.mutate(sample.request());
          byte[] body = Connection.bytes(request);
          batch.add(
              wellFormed
                  ? Requests.of(sample.operation(), body)
                  : wire.mutate(sample.operation(), body));
        }
        sent += batch.size();
        check(server, batch, wellFormed);
        Reply probe = control.call("ListTables", Json.object());
        assertThat(probe.status()).as("a valid request afterwards: %s", probe).isEqualTo(200);
      }
    }
  }

  private static void check(ServerUnderTest server, List<byte[]> batch, boolean wellFormed)
      throws IOException {
    Judge judge = new Judge(server);
    String problem = wellFormed ? judge.judgeRequests(batch) : judge.judgeBytes(batch.get(0));
    if (problem == null && failures(server).isEmpty()) {
      return;
    }
    for (byte[] request : batch) {
      Minimizer.Condition violates =
          candidate -> violation(server, judge, candidate, wellFormed) != null;
      if (violates.holds(request)) {
        // Without its form, a request may have no response for a good reason.
        byte[] smallest =
            wellFormed
                ? new Minimizer()
                    .minimize(
                        request, candidate -> violation(server, judge, candidate, false) != null)
                : new Minimizer().minimize(request, violates);
        throw new AssertionError("%s%nfor the request %s".formatted(problem, print(smallest)));
      }
    }
    throw new AssertionError(
        "%s, standard error: %s%nonce for the requests %s"
            .formatted(
                problem, failures(server), batch.stream().map(MutationTest::print).toList()));
  }

  /** Returns what is wrong with the answer to a request, or with the log after it, or null. */
  private static @Nullable String violation(
      ServerUnderTest server, Judge judge, byte[] request, boolean wellFormed) throws IOException {
    int lines = failures(server).size();
    String problem = wellFormed ? judge.judgeRequests(List.of(request)) : judge.judgeBytes(request);
    List<String> failures = failures(server);
    if (problem == null && failures.size() > lines) {
      return "standard error: " + String.join("\n", failures.subList(lines, failures.size()));
    }
    return problem;
  }

  /** Returns the lines of failures in the log; it may also say what it rejected. */
  private static List<String> failures(ServerUnderTest server) {
    return server.errors().stream().filter(line -> FAILURE.matcher(line).find()).toList();
  }

  private static String print(byte[] request) {
    String text = new String(request, StandardCharsets.ISO_8859_1);
    StringBuilder printed = new StringBuilder();
    for (char c : (text.length() < 5_000 ? text : text.substring(0, 5_000) + "...").toCharArray()) {
      printed.append(
          c == '\n' || c >= ' ' && c < 127 ? String.valueOf(c) : "\\x%02x".formatted((int) c));
    }
    return printed.toString();
  }

  /**
   * Sets the database back to its start, which also ends global tables, and creates the tables of
   * the cases.
   */
  private static void reset(Connection control, List<Samples.Sample> preparation)
      throws IOException {
    control.send(Requests.control("POST", "/reset", Connection.bytes(Json.object())));
    Reply answer = control.receive();
    assertThat(answer.status()).as("%s", answer).isEqualTo(204);
    for (Samples.Sample sample : preparation) {
      Reply reply = control.call(sample.operation(), sample.request());
      assertThat(reply.status()).as("%s", reply).isIn(200, 400);
    }
  }
}
