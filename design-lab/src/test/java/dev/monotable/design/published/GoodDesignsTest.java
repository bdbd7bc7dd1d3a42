package dev.monotable.design.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.published.Flaw.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the published designs have no findings but those that an expert accepts. */
class GoodDesignsTest {
  /** The price of a design, by finding and subject, and why an expert pays it. */
  private static final Map<String, String> ACCEPTED =
      Map.of(
          "constant-partition-key Saas.gs1",
          "OneTable lists all items of a type by one key. It is right that this is said.",
          "index-holds-unread-entities Games.InvertedIndex",
          "An inverted index holds every item; the lab of AWS says so as well.");

  @ParameterizedTest
  @EnumSource(names = {"NONE", "DESIGN"})
  void aGoodDesignHasNoFindingsThatAnExpertWouldNotAccept(Mode mode) throws Exception {
    List<String> noise = new ArrayList<>();
    for (PublishedDesign design : PublishedDesign.values()) {
      for (Finding finding : Flaw.none(design).findings(mode)) {
        if (!ACCEPTED.containsKey(Flaw.line(finding))) {
          noise.add(design + " " + finding);
        }
      }
    }

    assertThat(noise).isEmpty();
  }
}
