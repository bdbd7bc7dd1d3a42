package dev.monotable.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private final TextTable table =
      new TextTable("ID", "NAME", "REGION")
          .row("default", "", "us-east-1")
          .row("MTDB", "a\u001b[31m", "eu");

  @Test
  void onATerminalColumnsAreAlignedBelowTheirNames() {
    assertThat(printed(true))
        .isEqualTo(
            """
            ID       NAME         REGION
            default               us-east-1
            MTDB     a\\u001b[31m  eu
            """);
  }

  @Test
  void inAPipeColumnsAreSeparatedByTabs() {
    assertThat(printed(false)).isEqualTo("default\t\tus-east-1\nMTDB\ta\\u001b[31m\teu\n");
  }

  private String printed(boolean terminal) {
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text, true), terminal);
    return text.toString().replace("\r\n", "\n");
  }
}
