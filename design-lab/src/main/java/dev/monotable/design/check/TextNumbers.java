package dev.monotable.design.check;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.model.ShapeExpressions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds filters and conditions that compare numbers which are stored as texts. */
final class TextNumbers {
  static final int ENOUGH = 5;

  private static final String NAME = "(?<![\\w.#])([A-Za-z_][\\w-]*)";
  private static final Pattern COMPARED =
      Pattern.compile(NAME + " (?:[<>]=?|BETWEEN|between) |\\{\\} [<>]=? " + NAME);

  private TextNumbers() {}

  /** Returns the finding about a shape, or null. */
  static @Nullable Finding find(FindingInput input, LedgerEntry entry) {
    ShapeExpressions expressions = entry.shape().expressions();
    for (String each : new String[] {expressions.filter(), expressions.condition()}) {
      Matcher compared = COMPARED.matcher(each == null ? "" : each);
      while (compared.find()) {
        String name = compared.group(1) == null ? compared.group(2) : compared.group(1);
        long values = texts(input, entry.shape().table(), name);
        if (values >= ENOUGH) {
          return Finding.of(
                  ItemFindings.TEXT_NUMBERS,
                  input.subjectOf(entry),
                  fill(
                      "{} is compared as a text; {} of it are numbers of different lengths",
                      name,
                      count(values, "value")),
                  entry.samples().of(RequestTrait.ANSWERED).stream().map(Evidence::of).toList())
              .advise("Write {} as a number (N), and compare it with a number", name);
        }
      }
    }
    return null;
  }

  /** Returns how often an attribute was written, if its values are such texts; otherwise 0. */
  private static long texts(FindingInput input, String table, String name) {
    long values = 0;
    for (ItemShape shape : input.ledger().items()) {
      AttributeCounts counts = shape.attributes().get(name);
      if (shape.table().equals(table) && counts != null) {
        if (!counts.unpadded()) {
          return 0;
        }
        values += counts.count();
      }
    }
    return values;
  }
}
