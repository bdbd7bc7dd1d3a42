package dev.monotable.explore.content;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.footprint.ItemExpiry;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactWriteItemsInput;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The moments at which something changes although no request is sent: those that are in the future,
 * by the clock of an execution, and are written in its items, requests and responses. Also the end
 * of the ten minutes for which a client request token counts.
 */
public final class Moments {
  /** Moments that are kept at most. */
  private static final int MAX = 1_000;

  private static final int START_ITEMS = 1_000;
  private static final Duration TOKEN = Duration.ofMinutes(10);
  private static final Duration HORIZON = Duration.ofDays(400);

  /** Seconds or milliseconds since 1970, or ISO 8601. */
  private static final Pattern TIME =
      Pattern.compile(
          "(?<![\\w.-])(?:[1-9]\\d{9}(?:\\d{3})?"
              + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[\\d.]*(?:Z|[+-]\\d\\d:\\d\\d))"
              + "(?![\\w-])");

  private final List<Duration> delays;
  private final TreeSet<Instant> known = new TreeSet<>();
  private @Nullable MonotableEngine engine;

  /**
   * @param delays those after which something matters, from any time
   */
  public Moments(List<Duration> delays) {
    this.delays = delays;
  }

  /** Begins to look, at first at the items of a database. */
  public void begin(MonotableEngine database) {
    engine = database;
    List<String> tables =
        database.call(Operations.LIST_TABLES, ListTablesInput.builder().build()).tableNames();
    for (String table : tables == null ? List.<String>of() : tables) {
      look(
          database.call(
              Operations.SCAN, ScanInput.builder().tableName(table).limit(START_ITEMS).build()));
    }
  }

  /** Looks at a request or a response. */
  public void look(@Nullable Record content) {
    MonotableEngine database = engine;
    if (database == null || content == null) {
      return;
    }
    Matcher found = TIME.matcher(content.toString());
    while (found.find() && known.size() < MAX) {
      Instant moment = parse(found.group());
      if (moment != null) {
        known.add(moment);
      }
    }
    if (content instanceof TransactWriteItemsInput transaction
        && transaction.clientRequestToken() != null) {
      known.add(database.config().clock().instant().plus(TOKEN).plusMillis(1));
    }
  }

  /** Returns the first moment after a time; null if the text is no time. */
  private static @Nullable Instant parse(String text) {
    try {
      if (text.indexOf('T') > 0) {
        Instant time = OffsetDateTime.parse(text).toInstant();
        return text.indexOf('.') > 0 ? time.plusMillis(1) : time.plusSeconds(1);
      }
      long number = Long.parseLong(text);
      return text.length() == 10
          ? Instant.ofEpochSecond(number + 1)
          : Instant.ofEpochMilli(number + 1);
    } catch (DateTimeException | NumberFormatException e) {
      return null;
    }
  }

  /** Returns the moments after a time, in ascending order. */
  public List<Instant> after(Instant now, Snapshot data) {
    TreeSet<Instant> all = new TreeSet<>(known);
    Instant expiry = ItemExpiry.next(data, now);
    if (expiry != null) {
      all.add(expiry);
    }
    delays.forEach(delay -> all.add(now.plus(delay)));
    all.removeIf(moment -> moment.isAfter(now.plus(HORIZON)));
    return new ArrayList<>(all.tailSet(now, false));
  }
}
