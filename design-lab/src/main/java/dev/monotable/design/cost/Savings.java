package dev.monotable.design.cost;

import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.proposal.OtherRequest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what a change of the design saves, in units of a request and in dollars of a million of
 * them, on demand in us-east-1. Months are not named: how often a test sends a request is not how
 * often users do.
 */
public final class Savings {
  private static final PriceList PRICES = PriceFile.bundled().require("us-east-1");
  private static final int STEP = 4_096;

  /** The bytes that DynamoDB adds to the size of each item for its own index. */
  private static final int ITEM_BYTES = 100;

  private Savings() {}

  /**
   * Returns the read units before and after, such as {@code : 0.5 instead of 3 read units …}; empty
   * if they are the same.
   */
  public static String reads(double now, double then) {
    return text(PriceItem.READ_REQUESTS, "read", now, then);
  }

  /** Returns the write units before and after; empty if they are the same. */
  public static String writes(double now, double then) {
    return text(PriceItem.WRITE_REQUESTS, "write", now, then);
  }

  /**
   * Returns what a million items cost to store before and after, such as {@code : $0.055 instead of
   * $0.099 a month …}.
   *
   * @param now the size of an item in bytes
   */
  public static String storage(long now, long then) {
    double gigabytes = 1e6 / (1 << 30);
    return fill(
        ": {} instead of {} a month for a million items in us-east-1",
        dollars(PriceItem.STORAGE, (then + ITEM_BYTES) * gigabytes),
        dollars(PriceItem.STORAGE, (now + ITEM_BYTES) * gigabytes));
  }

  /** Returns the price of read units, in dollars. */
  public static double dollarsOfReads(double units) {
    BigDecimal price = PRICES.find(PriceItem.READ_REQUESTS);
    return price == null ? 0 : price.doubleValue() * units / 1e6;
  }

  /** Returns the write units of an item or index entry of a size. */
  public static double writeUnits(double bytes) {
    return RequestUnits.write(Math.round(bytes), false).doubleValue();
  }

  /**
   * Returns the read units of a request of a shape, if it reads this many bytes instead.
   *
   * @param bytes the size of the items that it has to read
   */
  public static double readUnits(LedgerEntry entry, double bytes) {
    double steps = Math.max(1, Math.ceil(bytes / STEP));
    return entry.shape().mode().consistent() ? steps : steps / 2;
  }

  /**
   * Returns findings about shapes with the advice to change their requests, which then consume half
   * the units.
   */
  public static List<Finding> halved(
      FindingInput input, List<Finding> findings, OtherRequest.Kind kind) {
    List<Finding> advised = new ArrayList<>();
    for (Finding each : findings) {
      LedgerEntry entry = entry(input, each.subject());
      advised.add(
          entry == null
              ? each.advise(kind.advice())
              : each.propose(new OtherRequest(entry.shape(), kind), half(entry)));
    }
    return advised;
  }

  private static String half(LedgerEntry entry) {
    long requests = Math.max(1, entry.answered());
    double units = (entry.readUnits() + entry.writeUnits()) / requests;
    return entry.writeUnits() > 0 ? writes(units, units / 2) : reads(units, units / 2);
  }

  /**
   * Returns what the writes with entries of an index consume, and without a share of the entries;
   * null if nothing was written.
   */
  public static @Nullable String writesWithout(
      FindingInput input, DesignTable table, DeclaredIndex index, double share) {
    double ofIndex = 0;
    double all = 0;
    long requests = 0;
    for (LedgerEntry entry : input.ledger().entriesOf(table.name())) {
      double units = entry.unitsOf(index.name()).writeUnits();
      ofIndex += units;
      all += units == 0 ? 0 : entry.writeUnits();
      requests += units == 0 ? 0 : entry.answered();
    }
    return requests == 0 ? null : writes(all / requests, (all - ofIndex * share) / requests);
  }

  /** Returns the first shape that is a subject, or null. */
  public static @Nullable LedgerEntry entry(FindingInput input, String subject) {
    for (LedgerEntry entry : input.ledger().entries()) {
      if (input.subjectOf(entry).equals(subject)) {
        return entry;
      }
    }
    // Where rules do not know the key schema, they have the attributes of a key in another order.
    for (LedgerEntry entry : input.ledger().entries()) {
      if (entry.shape().withSortedKey().toString().equals(subject)) {
        return entry;
      }
    }
    return null;
  }

  /** Returns the price of a quantity in millions of units, or in GB, such as {@code $1.25}. */
  private static String dollars(PriceItem item, double quantity) {
    BigDecimal price = PRICES.find(item);
    BigDecimal sum = price == null ? BigDecimal.ZERO : price.multiply(BigDecimal.valueOf(quantity));
    return "$"
        + sum.setScale(sum.signum() > 0 && sum.doubleValue() < 1 ? 3 : 2, RoundingMode.HALF_UP);
  }

  private static String text(PriceItem item, String kind, double now, double then) {
    double before = rounded(now);
    double after = rounded(then);
    if (after >= before) {
      return "";
    }
    return fill(
        ": {} instead of {} a request, {} instead of {} for a million in us-east-1",
        plain(after),
        units(before, kind),
        dollars(item, after),
        dollars(item, before));
  }

  private static double rounded(double units) {
    return Math.round(units * 100) / 100.0;
  }
}
