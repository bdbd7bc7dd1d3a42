package dev.monotable.conformance.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.monotable.conformance.cases.Answer;
import dev.monotable.conformance.cases.Database;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Sends every JSON type at every place of every request in the service model, and compares the
 * complete response with the rules.
 */
class WrongTypesTest {
  private static final WrongTypeRules RULES = WrongTypeRules.read();

  /** The response to a request that was decoded, in place of a response of the engine. */
  private static final String DECODED = "decoded";

  /** The wordings that differ in how requests are decoded. */
  private static final List<Wording> WORDINGS = List.of(Wording.usEast1(), Wording.classic());

  private static final String UNKNOWN_MEMBER = "\"Unknown\":[{\"S\":[null]},-1e5,true]";

  /** Rejects all requests after they have been decoded. */
  private static final class Recorder implements OperationCaller {
    @Nullable Record request;

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I sent, RequestEnvelope envelope) {
      request = sent;
      throw new DynamoException(ErrorCode.VALIDATION, DECODED);
    }
  }

  private final Recorder recorder = new Recorder();

  private Exchange exchange(Wording wording) {
    return new Exchange(recorder, ExchangeConfig.standard().withWording(wording));
  }

  @TestFactory
  Stream<DynamicTest> wrongTypesAreNamed() {
    return perOperation(
        place -> !place.path().equals("request"),
        (operation, wording, differences) -> {
          Exchange exchange = exchange(wording);
          for (Place place : Place.all(operation)) {
            for (Map.Entry<String, String> sent : RULES.sent().entrySet()) {
              WrongTypeRules.Answer expected = RULES.answer(place, sent.getValue(), wording);
              compare(exchange, operation, place, sent.getKey(), expected, differences);
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> base64IsChecked() {
    return perOperation(
        WrongTypesTest::isBlob,
        (operation, wording, differences) -> {
          Exchange exchange = exchange(wording);
          for (Place place : Place.all(operation)) {
            if (isBlob(place)) {
              for (WrongTypeRules.Base64 each : RULES.base64()) {
                String json = TextNode.valueOf(each.sent()).toString();
                compare(exchange, operation, place, json, each.answer(), differences);
              }
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> unknownMembersAreIgnored() {
    return perOperation(
        place -> place.kind().equals("Structure"),
        (operation, wording, differences) -> {
          Exchange exchange = exchange(wording);
          for (Place place : places(operation)) {
            if (!place.kind().equals("Structure")) {
              continue;
            }
            Record without = decoded(exchange, operation, place.request().apply("{}"));
            Record with =
                decoded(exchange, operation, place.request().apply("{" + UNKNOWN_MEMBER + "}"));
            if (without == null || !without.equals(with)) {
              differences.add(place.path() + ": " + with + " instead of " + without);
            }
          }
        });
  }

  @Test
  void thereIsAPlaceOfEveryKind() {
    List<Place> places = Operations.all().stream().flatMap(o -> Place.all(o).stream()).toList();
    assertThat(
            places.stream()
                .map(place -> place.kind() + (place.within() ? " within" : ""))
                .distinct())
        .containsExactlyInAnyOrder(
            "String",
            "String within",
            "Boolean",
            "Integer",
            "Long",
            "Double",
            "Date",
            "Blob",
            "Blob within",
            "List",
            "List within",
            "Map",
            "Map within",
            "Structure",
            "Structure within");
  }

  /** Runs a check of an operation and records its differences. */
  private interface Check {
    void run(OperationSchema<?, ?> operation, Wording wording, List<String> differences);
  }

  private static boolean isBlob(Place place) {
    return place.kind().equals("Blob");
  }

  /** Returns the request itself and all places in it. */
  private static List<Place> places(OperationSchema<?, ?> operation) {
    List<Place> places = new ArrayList<>(Place.all(operation));
    places.add(new Place("request", "Structure", false, "", List.of(), json -> json));
    return places;
  }

  /** Returns a test for each wording of every operation that has a matching place. */
  private static Stream<DynamicTest> perOperation(Predicate<Place> subject, Check check) {
    return Operations.all().stream()
        .filter(operation -> !operation.traits().has(Feature.STRICT)) // see SearchVectors.yaml
        .filter(operation -> places(operation).stream().anyMatch(subject))
        .flatMap(
            operation ->
                WORDINGS.stream()
                    .map(
                        wording ->
                            DynamicTest.dynamicTest(
                                operation.name() + " [" + wording.label() + ']',
                                () -> {
                                  List<String> differences = new ArrayList<>();
                                  check.run(operation, wording, differences);
                                  assertThat(differences).isEmpty();
                                })));
  }

  private void compare(
      Exchange exchange,
      OperationSchema<?, ?> operation,
      Place place,
      String json,
      WrongTypeRules.Answer expected,
      List<String> differences) {
    recorder.request = null;
    Answer answer = Database.send(exchange, operation.name(), place.request().apply(json));
    if (answer.status() != 400 || !answer.body().equals(body(expected))) {
      differences.add(
          place.path() + ", " + json + ": expected " + body(expected) + ", was " + answer);
    }
    if (expected.fine() == (recorder.request == null)) {
      differences.add(place.path() + ", " + json + ": decoded " + recorder.request);
    }
  }

  private static JsonNode body(WrongTypeRules.Answer expected) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (expected.fine()) {
      return body.put("__type", "com.amazon.coral.validate#ValidationException")
          .put("message", DECODED);
    }
    body.put("__type", "com.amazon.coral.service#SerializationException");
    return expected.message() == null ? body : body.put("Message", expected.message());
  }

  private @Nullable Record decoded(
      Exchange exchange, OperationSchema<?, ?> operation, String request) {
    recorder.request = null;
    Database.send(exchange, operation.name(), request);
    return recorder.request;
  }
}
