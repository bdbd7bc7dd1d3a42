package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that a case demonstrates each clause of AWS's pages on PartiQL, {@code clauses.yaml}. */
class ClausesTest {
  @Test
  void everyClauseIsShownByACase() throws IOException {
    Set<String> shown = new LinkedHashSet<>();
    CaseFile.all().forEach(file -> file.cases().forEach(it -> shown.addAll(it.clauses())));
    List<String> clauses = clauses("clauses");

    assertThat(clauses).isNotEmpty();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(clauses);
  }

  @Test
  void whatCannotBeShownHasAReason() throws IOException {
    assertThat(clauses("never")).isNotEmpty().doesNotContainAnyElementsOf(clauses("clauses"));
  }

  private static List<String> clauses(String section) throws IOException {
    List<String> clauses = new ArrayList<>();
    try (InputStream pages = ClausesTest.class.getResourceAsStream("/partiql/clauses.yaml")) {
      for (Map.Entry<String, JsonNode> page : new YAMLMapper().readTree(pages).properties()) {
        for (Map.Entry<String, JsonNode> clause : page.getValue().path(section).properties()) {
          assertThat(clause.getValue().asText()).as(clause.getKey()).isNotBlank();
          clauses.add(page.getKey() + '/' + clause.getKey());
        }
      }
    }
    return clauses;
  }
}
