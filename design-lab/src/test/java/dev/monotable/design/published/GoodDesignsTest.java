package dev.monotable.design.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.draft.DraftOfRecordingTest;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.published.Flaw.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the published designs have no findings but those that an expert accepts. */
class GoodDesignsTest {
  /** The price of a design, by finding and subject, and why an expert pays it. */
  private static final Map<String, String> ACCEPTED =
      Map.of(
          "rolling-partition-key Deals.GSI1",
          "The book shards the copies that are read, and not the deals of a day.",
          "constant-partition-key Saas.gs1",
          "OneTable lists all items of a type by one key. It is right that this is said.",
          "index-holds-unread-entities Games.InvertedIndex",
          "An inverted index holds every item; the lab of AWS says so as well.",
          "index-holds-unread-entities OnlineShop.GSI1",
          "The same.",
          "index-holds-unread-entities Company.GSI1",
          "The same.",
          "index-holds-unread-entities Invoices.Targets",
          "The same.",
          "sort-key-order SkiLifts",
          "The model writes the month first, so its days are not in order. It is right.",
          "sort-key-order SkiLifts/Date",
          "The same.",
          "sort-key-order SkiLifts/Day",
          "The same.");

  /** The price of an index by a state or a folder: what is said of it is advice, and right. */
  private static final Set<String> INHERENT = Set.of("index-entries-moved");

  @ParameterizedTest
  @EnumSource
  void aGoodDesignHasNoFindingsThatAnExpertWouldNotAccept(Mode mode) throws Exception {
    List<String> noise = new ArrayList<>();
    for (PublishedDesign design : PublishedDesign.values()) {
      for (Finding finding : Flaw.none(design).findings(mode)) {
        if (!ACCEPTED.containsKey(Flaw.line(finding))
            && !(INHERENT.contains(finding.id()) && finding.severity() == Severity.ADVICE)) {
          noise.add(design + " " + finding);
        }
      }
    }

    assertThat(noise).isEmpty();
  }

  /** A draft does not know what is meant, so it knows no more than the requests and the design. */
  @Test
  void aDraftFindsWhatIsFoundWithoutADesignAndNothingOfItsOwn() throws Exception {
    List<String> different = new ArrayList<>();
    for (PublishedDesign design : PublishedDesign.values()) {
      Flaw none = Flaw.none(design);
      Set<String> without = kinds(none.findings(Mode.NONE));
      Set<String> with = kinds(none.findings(Mode.DESIGN));
      Set<String> draft = kinds(none.findings(Mode.DRAFT));
      for (String kind : without) {
        if (!draft.contains(kind)) {
          different.add(design + " lacks " + kind);
        }
      }
      for (String kind : draft) {
        if (!without.contains(kind) && !with.contains(kind)) {
          different.add(design + " adds " + kind);
        }
      }
    }

    assertThat(different).isEmpty();
  }

  @Test
  void aDraftContradictsNeitherItselfNorTheRequests() throws Exception {
    List<String> contradictions = new ArrayList<>();
    for (PublishedDesign design : PublishedDesign.values()) {
      for (Finding finding : Flaw.none(design).findings(Mode.DRAFT)) {
        if (DraftOfRecordingTest.CONTRADICTIONS.contains(finding.id())) {
          contradictions.add(design + " " + finding);
        }
      }
    }

    assertThat(contradictions).isEmpty();
  }

  private static Set<String> kinds(List<Finding> findings) {
    return findings.stream().map(Finding::id).collect(Collectors.toCollection(TreeSet::new));
  }
}
