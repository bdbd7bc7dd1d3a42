package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file of cases, all of one operation.
 *
 * <pre>
 * operation: PutItem
 * fixtures:                       # databases; a case starts from a fresh copy of one
 *   music:
 *     limits: {maxItemBytes: 1000}          # those of AWS where nothing is said
 *     delays: {updateTable: 60}             # in seconds; none where nothing is said
 *     tables: [Music, {TableName: T, ...}]  # tables of tables.yaml, or CreateTable requests
 *     steps: [{PutItem: {...}}]             # requests that have to succeed
 * lists:                          # of values, for cases that stand for several
 *   keyTypes: [S, N, B]
 * cases:
 *   - name: ...
 *     source: ...
 *     request: {...}
 *     message: ...
 * </pre>
 *
 * A case has
 *
 * <ul>
 *   <li>{@code name}, {@code source}: never empty; the source is where AWS was seen to answer so
 *   <li>{@code clauses}: where the source is a reference page, its clauses that the case shows, as
 *       <i>page/clause</i> of {@code partiql/clauses.yaml}; then the page is the source
 *   <li>{@code given}: the name of a fixture; the file's first where nothing is said
 *   <li>{@code each}: lists by name; the case stands for one of each combination of their elements.
 *       A text that is {@code $name} stands for the element, within a text for its text; {@code
 *       $name.member} for a member of it; in an element there may be such texts too. A text in
 *       place of a list names one of the file's {@code lists}
 *   <li>{@code before}: requests as in {@code steps}; {@code {advance: PT1H}} lets time pass
 *   <li>{@code operation}: where it is another than the file's
 *   <li>{@code request}: the request's JSON, or {@code raw}: its bytes as a text
 *   <li>{@code error}, {@code message}: the error's shape and message, {@code message: null} for an
 *       error without one; or {@code counted}: a message that the request layer of 2026 puts {@code
 *       1 validation error detected: } before and the classic one does not
 *   <li>{@code classic}: what the classic edition says instead: a message, or a mapping of {@code
 *       error}, {@code message}, {@code body}
 *   <li>{@code edition}: where the case holds in one edition only
 *   <li>{@code body}: the answer's JSON, {@code ""} for no bytes at all; or {@code with}: some
 *       members of it
 *   <li>{@code then}: requests that follow, each with its {@code body} or {@code with}
 *   <li>{@code keep}, of a case and of a step: JSON pointers by name; where <code>{{name}}</code>
 *       stands in what follows, what was answered there comes; <code>{{unique}}</code> is a text
 *       that no other case has
 * </ul>
 *
 * In texts <code>${ab*3}</code> stands for {@code ababab}; the list element {@code {$times: 3, of:
 * x}} stands for three elements, in whose texts {@code $i} counts from 1; {@code {$nested: 3, in:
 * {L: [$inner]}, of: x}} stands for x in three lists. In expected JSON {@code $any} stands for
 * anything that is there, {@code $absent} for nothing; an object with {@code $more: true} may have
 * members that are not listed.
 */
record CaseFile(String name, String operation, Map<String, Fixture> fixtures, List<Case> cases) {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder().enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL).build();

  CaseFile {
    fixtures = Map.copyOf(fixtures);
    cases = List.copyOf(cases);
    if (cases.isEmpty()) {
      throw new IllegalArgumentException(name + ": no cases");
    }
  }

  /** Returns every file of cases, in the order of their names. The files are read once. */
  static List<CaseFile> all() {
    return All.FILES;
  }

  /** Reads the files when they are first needed. */
  private static final class All {
    static final List<CaseFile> FILES = readAll();
  }

  private static List<CaseFile> readAll() {
    URL folder = CaseFile.class.getResource("/cases");
    if (folder == null) {
      throw new IllegalStateException("there are no cases");
    }
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      List<CaseFile> all = new ArrayList<>();
      for (Path file : files.filter(CaseFile::isCases).sorted().toList()) {
        all.add(read(file));
      }
      return List.copyOf(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isCases(Path file) {
    return file.toString().endsWith(".yaml") && !file.endsWith(SharedTables.FILE);
  }

  private static CaseFile read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    JsonNode root;
    try {
      root = Templates.expand(MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    }
    Map<String, Fixture> fixtures = new LinkedHashMap<>();
    String first = null;
    for (Map.Entry<String, JsonNode> entry : root.path("fixtures").properties()) {
      first = first == null ? entry.getKey() : first;
      fixtures.put(entry.getKey(), Fixture.of(entry.getValue()));
    }
    String operation = root.path("operation").asText();
    List<Case> cases = new ArrayList<>();
    for (JsonNode node : root.path("cases")) {
      for (JsonNode each : Series.of(node, root.path("lists"))) {
        cases.add(Case.of(name, operation, first, each));
      }
    }
    return new CaseFile(name, operation, fixtures, cases);
  }

  /** The fixture of that name; no name stands for an empty database. */
  Fixture fixture(@Nullable String given) {
    Fixture fixture = given == null ? Fixture.EMPTY : fixtures.get(given);
    if (fixture == null) {
      throw new IllegalArgumentException(name + ": no fixture " + given);
    }
    return fixture;
  }
}
