package dev.monotable.conformance.yaml;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.cases.CaseFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that {@code api-quirks.txt} has each finding, and that what its rows name exists. */
class ApiQuirksTest {
  /** The last number of each family of findings. The documents have all numbers up to it. */
  private static final Map<String, Integer> FAMILIES =
      Map.of(
          "TABLE", 464,
          "BACKUP", 29,
          "EXPORT", 26,
          "IMPORT", 20,
          "GLOBALTABLE", 6,
          "GLOBALTABLESETTINGS", 2,
          "TABLEREPLICAAUTOSCALING", 1);

  private static final Pattern ROW = Pattern.compile("([A-Z]+-\\d{3}) ([a-z ]+)(?:: (.+))?");

  private static final Pattern NUMBER = Pattern.compile("(?:DDB-([A-Z]+)|(?<=[ ,]))-(\\d{3})\\b");

  private record Row(String number, String verdict, String place) {}

  @Test
  void eachFindingHasOneRow() throws IOException {
    assertThat(rows().stream().map(Row::number))
        .containsExactlyInAnyOrderElementsOf(
            FAMILIES.entrySet().stream()
                .flatMap(
                    family ->
                        IntStream.rangeClosed(1, family.getValue())
                            .mapToObj(number -> "%s-%03d".formatted(family.getKey(), number)))
                .toList());
  }

  @Test
  void whatRowsNameExists() throws IOException {
    Map<String, Set<String>> shown = shown();
    List<String> differences = differences();
    Map<String, String> verdicts = rows().stream().collect(toMap(Row::number, Row::verdict));

    assertThat(rows())
        .allSatisfy(
            row -> {
              String place = row.place();
              switch (row.verdict()) {
                case "agrees", "mended" ->
                    assertThat(shown.getOrDefault(row.number(), Set.of()))
                        .contains(place.replaceFirst("^[0-9a-f]{8} ", ""));
                case "differs" -> assertThat(differences).anyMatch(line -> line.startsWith(place));
                case "repeats" ->
                    assertThat(verdicts.get(place)).isNotNull().isNotEqualTo("repeats");
                default -> {
                  assertThat(row.verdict()).isEqualTo("no concern");
                  assertThat(place)
                      .isIn(
                          "claim",
                          "controller",
                          "other service",
                          "throttling",
                          "timing",
                          "title only");
                }
              }
            });
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/api-quirks.txt"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        Matcher row = ROW.matcher(line);
        assertThat(row.matches()).as(line).isTrue();
        rows.add(new Row(row.group(1), row.group(2), Objects.requireNonNullElse(row.group(3), "")));
      }
    }
    return rows;
  }

  /** Returns the names of the files whose cases have a finding as their source. */
  private static Map<String, Set<String>> shown() {
    record Shown(String number, String file) {}
    return CaseFile.all().stream()
        .flatMap(
            file ->
                file.cases().stream()
                    .flatMap(it -> numbers(it.source()).stream())
                    .map(number -> new Shown(number, file.name().replace(".yaml", ""))))
        .collect(groupingBy(Shown::number, mapping(Shown::file, toSet())));
  }

  /** Returns the findings that a source names, as in "DDB-TABLE-152, -055". */
  private static List<String> numbers(String source) {
    List<String> numbers = new ArrayList<>();
    String family = "";
    for (MatchResult found : NUMBER.matcher(source).results().toList()) {
      family = found.group(1) == null ? family : found.group(1);
      numbers.add(family + '-' + found.group(2));
    }
    return numbers;
  }

  /** Returns the rows and bullets of the page of differences, without what marks them. */
  private static List<String> differences() throws IOException {
    return Files.readAllLines(Path.of("../DIFFERENCES.md")).stream()
        .filter(line -> line.startsWith("| ") || line.startsWith("- "))
        .map(line -> line.substring(2))
        .toList();
  }
}
