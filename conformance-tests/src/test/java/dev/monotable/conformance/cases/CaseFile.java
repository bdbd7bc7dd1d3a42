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
 * A file of cases for one operation.
 *
 * <pre>
 * operation: PutItem
 * fixtures:                       # databases; a case starts from a fresh copy of one
 *   music:
 *     limits: {item.maxBytes: 1000}          # default: the limits of AWS
 *     delays: {updateTable: 60}             # in seconds; default: none
 *     throttles: true                       # default: false
 *     tables: [Music, {TableName: T, ...}]  # tables of tables.yaml, or CreateTable requests
 *     steps: [{PutItem: {...}}]             # requests that must succeed
 * values:                         # values by name, for fixtures and cases
 *   keyTypes: [S, N, B]
 *   present: {GetItem: {TableName: T, Key: {pk: {S: $key}}}, body: {Item: $item}}
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
 *   <li>{@code name}, {@code source}: required; the source shows that AWS responds like this
 *   <li>{@code clauses}: the clauses of a reference page that the case demonstrates, as
 *       <i>page/clause</i> of {@code partiql/clauses.yaml}; they replace the source
 *   <li>{@code given}: the name of a fixture; default: the first fixture of the file
 *   <li>{@code rows}: one case for each row. A row has members of the case, such as the name and
 *       the message, and other values, which replace names as {@code $key} in the case
 *   <li>{@code each}: lists by name; there is one case for each combination of their elements
 *   <li>{@code before}: requests as in {@code steps}; {@code {advance: PT1H}} advances the clock
 *   <li>{@code operation}: the operation, if it differs from that of the file
 *   <li>{@code region}, in a case and in a step: the Region that the request is sent to, if it is
 *       not us-east-1, that of the database
 *   <li>{@code request}: the JSON of the request, or {@code raw}: its bytes as a string
 *   <li>{@code error}, {@code message}: the shape and the message of the error, with {@code
 *       message: null} for an error without a message; or {@code counted}: a message that has the
 *       prefix {@code 1 validation error detected: } if the newer layer parses the operation
 *   <li>{@code regional}, {@code classic}: the response in another wording than that of us-east-1:
 *       a message, or a mapping of {@code error}, {@code message}, {@code body}
 *   <li>{@code edition}: the wording, if the case applies to one wording only, or {@code newer} for
 *       all but the classic one
 *   <li>{@code body}: the JSON of the response, {@code ""} for an empty body; or {@code with}: some
 *       of its members
 *   <li>{@code then}: further requests, each with its {@code body} or {@code with}
 *   <li>{@code keep}, in a case and in a step: JSON pointers by name, to values of the response. A
 *       later <code>{{name}}</code> is replaced by the value; <code>{{unique}}</code> is replaced
 *       by a string that is unique to the case
 * </ul>
 *
 * A string {@code $name} is replaced by the value of a row, of an element of {@code each}, or of
 * the file's {@code values}; {@code $name} within a string by its text; {@code $name.member} by a
 * member of the value. {@code $name?} is left out if there is no value. Values can contain such
 * strings too. An object <code>{$present: {key: a, item: {...}}}</code> is replaced by the value
 * {@code present}, in which the names {@code $key} and {@code $item} have these values; members
 * that are not names in it are added to it or replace its own. A list within a list of steps is a
 * part of it.
 *
 * <p>In strings, <code>${ab*3}</code> is short for {@code ababab}; the number can be a name. The
 * list element {@code {$times: 3, of: x}} is short for three elements, in whose strings {@code $i}
 * counts from 1. {@code {$nested: 3, in: {L: [$inner]}, of: x}} is short for x in three nested
 * lists. In expected JSON, {@code $any} matches any value, {@code $absent} matches a missing
 * member, and an object with {@code $more: true} can have further members.
 */
public record CaseFile(
    String name, String operation, Map<String, Fixture> fixtures, List<Case> cases) {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder().enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL).build();

  public CaseFile {
    fixtures = Map.copyOf(fixtures);
    cases = List.copyOf(cases);
    if (cases.isEmpty()) {
      throw new IllegalArgumentException(name + ": no cases");
    }
  }

  /** Returns all files of cases, sorted by name. The files are read once. */
  public static List<CaseFile> all() {
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
    JsonNode values = root.path("values");
    Map<String, Fixture> fixtures = new LinkedHashMap<>();
    String first = null;
    for (Map.Entry<String, JsonNode> entry : root.path("fixtures").properties()) {
      first = first == null ? entry.getKey() : first;
      fixtures.put(entry.getKey(), Fixture.of(Series.expand(entry.getValue(), values)));
    }
    String operation = root.path("operation").asText();
    List<Case> cases = new ArrayList<>();
    for (JsonNode node : root.path("cases")) {
      for (JsonNode each : Series.of(node, values)) {
        cases.add(Case.of(name, operation, first, Templates.expand(each)));
      }
    }
    return new CaseFile(name, operation, fixtures, cases);
  }

  /** Returns the fixture with this name, or an empty database if the name is null. */
  public Fixture fixture(@Nullable String given) {
    Fixture fixture = given == null ? Fixture.EMPTY : fixtures.get(given);
    if (fixture == null) {
      throw new IllegalArgumentException(name + ": no fixture " + given);
    }
    return fixture;
  }
}
