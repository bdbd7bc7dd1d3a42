package dev.monotable.conformance.cases;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.engine.error.Wording;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Prints everything that the cases check, one line of JSON for each case, sorted. Parameterized
 * cases are expanded, and each line contains the steps of its fixture. Files and names of cases are
 * left out. If the output of two revisions is equal, they check the same behavior.
 */
public final class CaseDump {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private CaseDump() {}

  /**
   * Prints the cases.
   *
   * @param arguments {@code names} to print the names with their files instead
   */
  public static void main(String[] arguments) {
    boolean names = arguments.length > 0 && arguments[0].equals("names");
    List<String> lines = new ArrayList<>();
    for (CaseFile file : CaseFile.all()) {
      for (Case it : file.cases()) {
        lines.add(names ? file.name() + ": " + it.name() : line(file, it));
      }
    }
    Collections.sort(lines);
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    lines.forEach(out::println);
    out.flush();
  }

  /** Returns a case as JSON, without its name and its file. */
  private static String line(CaseFile file, Case it) {
    Fixture fixture = file.fixture(it.given());
    ObjectNode line = JSON.createObjectNode();
    line.put("region", it.region());
    line.put("operation", it.operation());
    line.put("raw", it.raw());
    line.put("request", it.request());
    line.putPOJO("clauses", it.clauses());
    line.put("source", it.source());
    line.putPOJO("limits", fixture.limits());
    line.putPOJO("delays", fixture.delays());
    ArrayNode before = line.putArray("before");
    fixture.steps().forEach(before::addPOJO);
    it.before().forEach(before::addPOJO);
    ObjectNode expected = line.putObject("expected");
    for (Wording wording : Wording.all()) {
      if (it.expected().containsKey(wording)) {
        expected.putPOJO(wording.label(), it.expected().get(wording));
      }
    }
    line.putPOJO("keep", it.keep());
    ArrayNode then = line.putArray("then");
    it.then().forEach(then::addPOJO);
    try {
      return JSON.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(file.name() + ": " + it.name(), e);
    }
  }
}
