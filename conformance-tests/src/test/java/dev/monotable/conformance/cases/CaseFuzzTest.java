package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.engine.error.Wording;
import dev.monotable.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends the requests of the cases, with parts replaced by parts of other requests, to the same
 * database. No request may cause an internal failure, and the database must stay consistent. The
 * test runs for at least {@code monotable.fuzz.seconds} and {@code monotable.fuzz.inputs}.
 */
@Tag("seeds")
@Tag("slow")
class CaseFuzzTest {
  private static final long SEED = Seed.of(20_261_121L);
  private static final long INPUTS = Long.getLong("monotable.fuzz.inputs", 0);
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("monotable.fuzz.seconds", 3));
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The number of requests to a database before it is audited and replaced. */
  private static final int REQUESTS_A_DATABASE = 100;

  private record Sample(Case origin, JsonNode request) {}

  private final Random random = new Random(SEED);
  private final List<Sample> samples = new ArrayList<>();
  private final List<JsonNode> parts = new ArrayList<>();
  private final Map<String, List<JsonNode>> partsByMember = new TreeMap<>();

  @Test
  void mixedRequestsAreAnsweredAndLeaveTheDatabaseSound() {
    List<CaseFile> files = CaseFile.all();
    files.forEach(file -> file.cases().forEach(this::collect));
    Map<String, Database> originals = new HashMap<>();
    long end = System.nanoTime() + TIME.toNanos();
    long inputs = 0;
    long answered = 0;
    try {
      while (inputs < INPUTS || System.nanoTime() < end) {
        CaseFile file = files.get(random.nextInt(files.size()));
        Wording wording = Wording.all().get(random.nextInt(Wording.all().size()));
        String fixture = file.cases().get(random.nextInt(file.cases().size())).given();
        Database original =
            originals.computeIfAbsent(
                file.name() + fixture + wording,
                key -> Database.of(file.fixture(fixture), wording));
        try (Database database = original.copy()) {
          for (int i = 0; i < REQUESTS_A_DATABASE; i++) {
            answered += send(database, ++inputs) ? 1 : 0;
          }
          database.audit();
        }
      }
    } finally {
      originals.values().forEach(Database::close);
    }
    assertThat(answered).as("answered of %d", inputs).isBetween(inputs / 50, inputs * 9 / 10);
  }

  private boolean send(Database database, long input) {
    Sample sample = samples.get(random.nextInt(samples.size()));
    JsonNode request = sample.request().deepCopy();
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      change(request);
    }
    String operation = sample.origin().operation();
    Answer answer = database.send(operation, request.toString());
    if (answer.status() != 200 && answer.status() != 400) {
      throw new AssertionError(
          "seed %d, input %d, %s: %s answered %d %s"
              .formatted(SEED, input, operation, request, answer.status(), answer.body()));
    }
    return answer.status() == 200;
  }

  /** Replaces, adds or removes a random part of the request. */
  private void change(JsonNode request) {
    JsonNode at = request;
    while (true) {
      if (at instanceof ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name =
            names.isEmpty() || random.nextInt(12) == 0
                ? any(new ArrayList<>(partsByMember.keySet()))
                : any(names);
        JsonNode child = object.get(name);
        if (child != null && child.isContainerNode() && random.nextInt(3) > 0) {
          at = child;
        } else if (random.nextInt(8) == 0) {
          object.remove(name);
          return;
        } else {
          object.set(name, part(name));
          return;
        }
      } else if (at instanceof ArrayNode array && !array.isEmpty()) {
        int index = random.nextInt(array.size());
        JsonNode child = array.get(index);
        if (child.isContainerNode() && random.nextInt(3) > 0) {
          at = child;
        } else if (random.nextInt(6) == 0) {
          array.add(any(parts).deepCopy());
          return;
        } else {
          array.set(index, any(parts).deepCopy());
          return;
        }
      } else {
        return;
      }
    }
  }

  /** Returns a value, usually one that another request has for a member with the same name. */
  private JsonNode part(String member) {
    List<JsonNode> known = partsByMember.get(member);
    return (known == null || random.nextInt(5) == 0 ? any(parts) : any(known)).deepCopy();
  }

  private <T> T any(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }

  private void collect(Case it) {
    JsonNode request;
    try {
      request = JSON.readTree(it.request());
    } catch (JsonProcessingException e) {
      return; // the bytes of this case are not JSON
    }
    if (request.isObject() && it.request().length() < 20_000) {
      samples.add(new Sample(it, request));
      collect(request);
    }
  }

  private void collect(JsonNode node) {
    parts.add(node);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      partsByMember
          .computeIfAbsent(member.getKey(), name -> new ArrayList<>())
          .add(member.getValue());
      collect(member.getValue());
    }
    if (node.isArray()) {
      node.forEach(this::collect);
    }
  }
}
