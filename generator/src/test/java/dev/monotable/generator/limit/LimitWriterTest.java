package dev.monotable.generator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LimitWriterTest {
  private static final String TABLE =
      """
      # A comment.
      box: a box. Ours
        maxItems | int | 10 | items | Boxes.html
        lagSeconds | long from 0 | heap
            / 8 | seconds of `LAG`
      """;

  private static String source(String table) {
    return new LimitWriter(LimitSubject.parse(table.lines().toList())).write();
  }

  @Test
  void aSubjectHasARecordThatChecksItsLimits() {
    assertThat(source(TABLE))
        .contains(
            """
              /** Returns the limits of a box. */
              public Box box() {
                return limits.box;
              }

              /**
               * The limits of a box. Ours.
               *
               * @param maxItems items. AWS page: Boxes.html
               * @param lagSeconds seconds of {@code LAG}
               */
              public record Box(
                  int maxItems,
                  long lagSeconds) {
                public Box {
                  require(maxItems > 0, "be positive", maxItems);
                  require(lagSeconds >= 0, "not be negative", lagSeconds);
                }

                /** Returns the same limits with another {@link #maxItems()}. */
                public Box withMaxItems(int value) {
                  return new Box(
                      value, lagSeconds);
                }
            """
                .indent(0));
  }

  @Test
  void aLimitHasADefaultAndAName() {
    assertThat(source(TABLE))
        .contains("    \"box.lag-seconds\",\n        \"box.max-items\");\n")
        .contains("      box = new Box(10, heap / 8);\n")
        .contains("case \"box.max-items\" -> box = box.withMaxItems(toInt(value));\n")
        .contains("case \"box.lag-seconds\" -> box = box.withLagSeconds(value);\n");
  }

  @Test
  void anInvalidTableIsRejected() {
    for (String table :
        List.of("box", "  max | int | 1 | items", "box: a\n  max | short | 1 | b")) {
      assertThatThrownBy(() -> source(table))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("neither a subject nor a limit: ");
    }
    assertThatThrownBy(() -> source("box: a box\n  max | int | 1 | a\n  max | int | 2 | b"))
        .hasMessage("box.max occurs twice");
  }
}
