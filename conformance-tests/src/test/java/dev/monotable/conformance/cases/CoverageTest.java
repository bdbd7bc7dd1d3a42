package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.validation.OverlayLines;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the cases cover all messages of the engine. Fails if no case asserts a message or a
 * line of the overlay.
 */
@Tag("slow")
class CoverageTest {
  /**
   * Messages that no case asserts, by the start of their names, with the reason: other tests assert
   * them, or no request causes them.
   */
  private static final Map<String, String> EXEMPT =
      Map.of(
          "ReplicaFault.CONFLICT",
              "only requests to two Regions at once; StrongReplicationTest asserts it",
          "ReplicaFault.TooManyRegions",
              "AWS has fewer Regions; ReplicationTest adds others and asserts it",
          "InUseFault.REPLICA_CREATING",
              "only requests to another Region; GlobalTableTest asserts it",
          "ServiceFault.", "only fault rules cause them; InjectedErrorsTest asserts them",
          "QuotaFault.TooManyChanges", "only a database that throttles; HeatTest asserts it",
          "QuotaFault.TooManyDecreases",
              "only a database that throttles; ThrottledRequestsTest asserts it");

  /** Lines of the overlay that no case asserts, by their start, with the reason. */
  private static final Map<String, String> EXEMPT_LINES = Map.of();

  private static final Pattern QUOTED = Pattern.compile("\\\\Q(.*?)\\\\E", Pattern.DOTALL);

  @Test
  void everyTextIsAssertedByACase() {
    assertThat(unassertedTexts()).isEmpty();
  }

  @Test
  void everyLineOfTheOverlayIsAssertedByACase() {
    assertThat(unassertedLines()).isEmpty();
  }

  @Test
  void noExemptionIsStale() {
    Set<String> names = Texts.all().keySet();
    assertThat(EXEMPT.keySet())
        .allSatisfy(prefix -> assertThat(names).anyMatch(name -> name.startsWith(prefix)));
  }

  @Test
  void everySharedTableIsUsed() {
    Set<JsonNode> created = new HashSet<>();
    for (CaseFile file : CaseFile.all()) {
      file.fixtures()
          .values()
          .forEach(fixture -> fixture.steps().forEach(step -> created.add(step.request())));
    }
    assertThat(created).containsAll(SharedTables.all());
  }

  static List<String> unassertedTexts() {
    Set<String> said = new LinkedHashSet<>();
    for (CaseFile file : CaseFile.all()) {
      for (Case it : file.cases()) {
        for (Case.Expected expected : it.expected().values()) {
          if (expected.message() != null) {
            said.add(expected.message());
          }
          if (expected.with() != null) { // the reasons of a canceled transaction
            said.addAll(expected.with().findValuesAsText("Message"));
          }
          if (expected.body() != null) { // the errors of a batch of statements
            said.addAll(expected.body().findValuesAsText("Message"));
          }
        }
      }
    }
    List<String> unasserted = new ArrayList<>();
    for (Map.Entry<String, Pattern> text : Texts.all().entrySet()) {
      boolean exempt = EXEMPT.keySet().stream().anyMatch(text.getKey()::startsWith);
      String literal = literal(text.getValue());
      if (!exempt
          && said.stream()
              .noneMatch(
                  message ->
                      message.contains(literal) && text.getValue().matcher(message).find())) {
        unasserted.add(text.getKey() + ": " + text.getValue());
      }
    }
    return unasserted;
  }

  /** Returns the longest quoted part of a pattern, which is faster to search than the pattern. */
  private static String literal(Pattern pattern) {
    return QUOTED
        .matcher(pattern.pattern())
        .results()
        .map(quoted -> quoted.group(1))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  static List<String> unassertedLines() {
    Map<Wording, List<OverlayLines.Sent>> requests = new LinkedHashMap<>();
    for (Wording wording : Wording.all()) {
      List<OverlayLines.Sent> sent = new ArrayList<>();
      Exchange exchange =
          new Exchange(new Recorder(sent), ExchangeConfig.standard().withWording(wording));
      for (CaseFile file : CaseFile.all()) {
        for (Case it : file.cases()) {
          Case.Expected expected = it.expected().get(wording);
          if (expected != null && expected.error() != null) {
            Database.send(exchange, it.operation(), it.request());
          }
        }
      }
      requests.put(wording, sent);
    }
    return OverlayLines.unasserted(requests).stream()
        .filter(
            line ->
                EXEMPT_LINES.keySet().stream().noneMatch(target -> line.contains(": " + target)))
        .toList();
  }

  /** Records decoded requests and returns no response. */
  private record Recorder(List<OverlayLines.Sent> sent) implements OperationCaller {
    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      sent.add(new OverlayLines.Sent(operation, request));
      throw new DynamoException(ErrorCode.VALIDATION, "recorded");
    }
  }
}
