package dev.monotable.design.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reaches the bounds of the numbers that a page calculates other bills from. */
class WhatIfMakerTest {
  @TempDir private Path directory;

  @Test
  void choicesOfProjectionsHaveABound() throws Exception {
    StringBuilder file = new StringBuilder("design: Wide\ntables:\n");
    for (String table : List.of("A", "B")) {
      file.append("  " + table + ":\n    partitionKey: PK\n    indexes:\n");
      for (int i = 0; i < 13; i++) {
        file.append("      GSI" + i + ": {partitionKey: a, projection: KEYS_ONLY}\n");
      }
      file.append("    entities:\n      User:\n        keys: {PK: \"USER#{user}\"}\n");
    }
    file.append("patterns:\n  a user:\n    frequency: 1/s\n");
    file.append("    operation: GetItem\n    table: A\n    key: PK = USER#{user}\n");
    DesignReport report = report(file);

    assertThat(report.omissions())
        .isEqualTo(
            List.of(
                "At most 25 indexes have a choice of projections in what-if; left out: 1 choice of"
                    + " others."));
    WhatIf form = report.forecast().whatIf();
    assertThat(form).isNotNull();
    assertThat(form.projections())
        .extracting(WhatIf.OtherProjection::index)
        .hasSize(25)
        .startsWith("A.GSI0")
        .endsWith("B.GSI11");
  }

  @Test
  void numbersOfWhatIfHaveABound() throws Exception {
    StringBuilder file = new StringBuilder("design: Wide\ntables:\n");
    for (int table = 0; table < 50; table++) {
      file.append("  T" + table + ":\n    partitionKey: PK\n    entities:\n      User:\n");
      file.append("        keys: {PK: \"USER#{user}\"}\n");
    }
    file.append("patterns:\n");
    for (int i = 0; i < 1_001; i++) {
      file.append(
          "  p" + i + ":\n    frequency: 1/s\n    operation: GetItem\n    table: T" + i % 50);
      file.append("\n    key: PK = USER#{user}\n    projection: a" + i + "\n");
    }
    DesignReport report = report(file);

    assertThat(report.omissions())
        .isEqualTo(
            List.of(
                "At most 50,000 numbers of access patterns are in what-if; left out: 1 form with"
                    + " more."));
    assertThat(report.forecast().whatIf()).isNull();
  }

  private DesignReport report(StringBuilder design) throws Exception {
    Path file = Files.writeString(directory.resolve("design.yaml"), design);
    try (DesignLab lab = DesignLab.of(DesignFile.read(file))) {
      return lab.report(ReportOptions.standard());
    }
  }
}
