package dev.monotable.compare.difference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.monotable.compare.endpoint.EmulatorKind;
import dev.monotable.compare.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests in every build that the lists are valid, and that the cases that they cite exist. */
class KnownDifferencesTest {
  /** A case that asserts Monotable's response, with its own source. */
  private static final Pattern CITED = Pattern.compile("cases/(\\w+\\.yaml), \"(.*)\"");

  /** The directory of the conformance cases. */
  private static final Path CASES = Path.of("../conformance-tests/src/test/resources/cases");

  private final YAMLMapper yaml = new YAMLMapper();
  private final Map<String, JsonNode> files = new HashMap<>();

  @Test
  void citedCasesExpectOurAnswer() throws IOException {
    List<String> wrong = new ArrayList<>();
    int cited = 0;
    for (KnownDifferences.Entry entry : entries()) {
      Matcher citation = CITED.matcher(entry.source());
      if (citation.matches()) {
        cited++;
        if (!isSaid(entry, citation.group(1), citation.group(2))) {
          wrong.add(entry.place() + " " + entry.source());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(cited).isPositive();
  }

  /** Returns the entries of all lists. */
  private static List<KnownDifferences.Entry> entries() {
    List<KnownDifferences.Entry> entries = new ArrayList<>();
    for (EmulatorKind other : EmulatorKind.values()) {
      for (Workload.Kind kind : Workload.Kind.values()) {
        entries.addAll(KnownDifferences.of(other, kind).entries());
      }
    }
    return entries;
  }

  /** Returns the cases of a file; empty if the file does not exist. */
  private JsonNode cases(String file) throws IOException {
    JsonNode cases = files.get(file);
    if (cases == null) {
      Path path = CASES.resolve(file);
      cases =
          Files.exists(path)
              ? yaml.readTree(path.toFile()).path("cases")
              : MissingNode.getInstance();
      files.put(file, cases);
    }
    return cases;
  }

  private boolean isSaid(KnownDifferences.Entry entry, String file, String name)
      throws IOException {
    for (JsonNode said : cases(file)) {
      if (said.path("name").asText().equals(name) && isSaid(entry, said)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSaid(KnownDifferences.Entry entry, JsonNode said) {
    for (String member : List.of("classic", "message", "counted")) {
      JsonNode text = said.path(member);
      String message = text.isObject() ? text.path("message").asText() : text.asText();
      if (!message.isEmpty() && entry.expectsOfUs(message)) {
        return true;
      }
    }
    return false;
  }
}
