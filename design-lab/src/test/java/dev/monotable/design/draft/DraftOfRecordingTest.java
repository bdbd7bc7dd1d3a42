package dev.monotable.design.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.Entity;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.ReportOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the drafts of the recordings of programs, each judged with its own recording. */
public class DraftOfRecordingTest {
  /** The findings in which a declared design and requests contradict each other. */
  public static final Set<String> CONTRADICTIONS =
      Set.of(
          "distribution-disproved",
          "entities-meet",
          "half-index-key",
          "index-key-mismatch",
          "item-of-several-entities",
          "item-without-entity",
          "missing-attribute",
          "missing-condition",
          "pattern-not-tested",
          "put-replaces-other-entity",
          "table-differs",
          "undeclared-request");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flights",
        "github",
        "leases",
        "mall",
        "priority-queue",
        "recurring-payments",
        "todos",
        "url-shortener",
        "visitor-counter"
      })
  void aDraftContradictsNeitherItselfNorItsRecording(String name) throws Exception {
    Design draft = draft(name);
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, DesignWriter.yaml(draft));
    assertThat(DesignFile.read(file)).isEqualTo(draft);
    try (DesignLab lab = DesignLab.of(draft)) {
      lab.replay(recording(name));
      DesignReport report = lab.report(ReportOptions.standard());

      assertThat(lab.ledger().entries())
          .filteredOn(entry -> entry.shape().action() != Action.OTHER)
          .isNotEmpty()
          .allSatisfy(entry -> assertThat(draft.patternsOf(entry.shape())).isNotEmpty());
      assertThat(report.findings())
          .extracting(Finding::id)
          .doesNotContainAnyElementsOf(CONTRADICTIONS);
      assertThat(report.matrix().rows())
          .hasSameSizeAs(draft.patterns())
          .extracting(PatternRow::coverage)
          .containsOnly(Coverage.OBSERVED);
    }
  }

  @Test
  void patternsFieldsAndEntitiesAreNamedByWhatTheyHold() throws Exception {
    assertThat(names("mall"))
        .containsExactly(
            "PutItem MallStore",
            "UpdateItem leaseEndDate, gsi2sk of MallStore",
            "GetItem MallStore",
            "Query MallStore by cityId, mallId",
            "Query MallStore by mallId, buildingId",
            "Query MallStore by storeId, leaseEndDate",
            "Query MallStore by storeId",
            "DeleteItem MallStore");
    assertThat(keys("mall"))
        .isEqualTo(
            Map.of(
                "MallStore",
                "{pk=$mallstoredirectory#cityid_{cityId}#mallid_{mallId}#,"
                    + " sk=$mallstore_1#buildingid_{buildingId}#storeid_{storeId}#,"
                    + " gis1pk=$mallstoredirectory#mallid_{mallId}#,"
                    + " gsi1sk=$mallstore_1#buildingid_{buildingId}#unitid_{unitId}#,"
                    + " gis2pk=$mallstoredirectory#storeid_{storeId}#,"
                    + " gsi2sk=$mallstore_1#leaseenddate_{leaseEndDate}#mallid_{mallId}"
                    + "#unitid_{unitId}#}"));
    assertThat(names("leases"))
        .containsExactly(
            "PutItem Lease",
            "Scan consumer-leases",
            "UpdateItem leaseOwner, leaseCounter, ownerSwitchesSinceCheckpoint of Lease",
            "UpdateItem leaseCounter of Lease",
            "UpdateItem checkpoint, ownerSwitchesSinceCheckpoint, leaseCounter of Lease",
            "DeleteItem Lease");
    assertThat(keys("flights"))
        .isEqualTo(
            Map.of("Booking", "{booking_id={bookingId}}", "Flight", "{flight_id={flightId}}"));
  }

  @Test
  void valuesHaveTheNamesOfTheirAttributes() throws Exception {
    assertThat(DesignWriter.yaml(draft("priority-queue")))
        .contains(
            "condition: version = :version AND attribute_exists(queued)",
            "update: SET taken_until = :taken_until, version = version + :version,"
                + " system_info.attempts = system_info.attempts + :attempts",
            "key: queued = :queued");
  }

  private static List<String> names(String recording) throws Exception {
    return draft(recording).patterns().stream().map(DeclaredPattern::name).toList();
  }

  private static Map<String, String> keys(String recording) throws Exception {
    return draft(recording).tables().stream()
        .flatMap(table -> table.entities().stream())
        .collect(Collectors.toMap(Entity::name, each -> each.keys().toString()));
  }

  private static Design draft(String recording) throws Exception {
    try (DesignLab lab = DesignLab.of(null)) {
      lab.replay(recording(recording));
      return DesignDraft.of("Draft", lab.ledger());
    }
  }

  private static Path recording(String name) throws Exception {
    return Path.of(
        Objects.requireNonNull(DraftOfRecordingTest.class.getResource(name + ".gz")).toURI());
  }
}
