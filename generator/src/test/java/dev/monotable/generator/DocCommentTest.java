package dev.monotable.generator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DocCommentTest {
  private static String comment(String html) {
    return new DocComment(0).text(html).toString();
  }

  @Test
  void shortTextStaysOnOneLine() {
    assertThat(comment("<p>A  <i>short</i>\n text.</p>"))
        .isEqualTo("/** A <i>short</i> text. */\n");
  }

  @Test
  void paragraphsListsAndNotesBecomeBlocks() {
    assertThat(
            comment(
                """
                <p>First.</p>
                <p></p>
                <ul>
                  <li><p>One</p><p>more</p></li>
                  <li>
                    <p>Two</p>
                  </li>
                </ul>
                <p>Last.</p>
                <note><p>Careful.</p><p>Very.</p></note>
                <important><p>Stop.</p></important>
                """))
        .isEqualTo(
            """
            /**
             * First.
             * <ul>
             * <li>One
             *
             * <p>more
             * <li>Two
             * </ul>
             *
             * <p>Last.
             *
             * <p><b>Note:</b> Careful.
             *
             * <p>Very.
             *
             * <p><b>Important:</b> Stop.
             */
            """);
  }

  @Test
  void codeBecomesAnInlineTagIfPossible() {
    assertThat(
            comment(
                "<code> {\"S\":  \"a < b\"} </code>, <code>{</code>, <code>@a</code>, <code></code>."))
        .isEqualTo("/** {@code {\"S\": \"a < b\"}}, <code>{</code>, <code>&#64;a</code>, . */\n");
  }

  @Test
  void textIsEscapedAndUnknownTagsAreDropped() {
    assertThat(
            comment(
                "<fullname>Name</fullname><span>a & b</span> < c > @d */ \\u000a <b></b><a>no link</a>"))
        .isEqualTo("/** a &amp; b &lt; c &gt; &#64;d *&#47; &#92;u000a no link */\n");
  }

  @Test
  void linesAreFilledAndTagsIndented() {
    assertThat(
            new DocComment(2)
                .text("word ".repeat(25))
                .tag("@param a", "<p>" + "word ".repeat(25) + "</p><p>More.</p>")
                .tag("@return", "<a href=\"https://example.com/?a=1&b=2\">it</a>")
                .see("https://example.com/page", "Page")
                .toString())
        .isEqualTo(
            """
              /**
               * word word word word word word word word word word word word word word word word word word word
               * word word word word word word
               *
               * @param a word word word word word word word word word word word word word word word word word
               *     word word word word word word word word
               *     <p>More.
               * @return <a href="https://example.com/?a=1&amp;b=2">it</a>
               * @see <a href="https://example.com/page">Page</a>
               */
            """);
  }
}
