package dev.monotable.explore.content;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A PartiQL statement that returns no item, or at most some number of them, in a database that is
 * as it should be.
 *
 * @param text as the user has written it
 * @param most the maximum number of items
 */
public record Invariant(String text, String statement, int most) {
  private static final Pattern FORM =
      Pattern.compile("(?is)\\s*(?:at\\s+most\\s+(\\d{1,9})\\s*:)?\\s*(SELECT\\s.*)");

  /** Items that are shown of those that a statement returns. */
  private static final int SHOWN = 3;

  /**
   * Reads an invariant.
   *
   * @throws IllegalArgumentException if it is neither {@code SELECT …} nor {@code at most N: SELECT
   *     …}
   */
  public static Invariant of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "an invariant must be 'SELECT …' or 'at most N: SELECT …', not: " + text);
    }
    String most = form.group(1);
    return new Invariant(text, form.group(2), most == null ? 0 : Integer.parseInt(most));
  }

  /**
   * Returns the names of the tables that the statement reads.
   *
   * @throws IllegalArgumentException if the statement is invalid in a database
   */
  public Set<String> tables(MonotableEngine database, Snapshot data) {
    Set<String> tables = new TreeSet<>();
    try (MonotableEngine copy = database.copy(data, 1)) {
      copy.observe((ObservedRequest request) -> tables.addAll(request.tables()));
      items(copy);
    } catch (DynamoException e) {
      throw new IllegalArgumentException(
          "the invariant is invalid: " + text + ": " + e.getMessage(), e);
    }
    return tables;
  }

  /** Returns how a database violates the invariant; null if it does not. */
  public @Nullable String findViolation(MonotableEngine database) {
    List<Item> items;
    try {
      items = items(database);
    } catch (DynamoException e) {
      return "the invariant cannot be evaluated: " + text + ": " + e.getMessage();
    }
    if (items.size() <= most) {
      return null;
    }
    StringBuilder violation = new StringBuilder("violates ").append(text).append(":");
    for (Item item : items.subList(0, Math.min(items.size(), most + SHOWN))) {
      violation.append("\n  ").append(item);
    }
    return violation.append(items.size() > most + SHOWN ? "\n  …" : "").toString();
  }

  /** Returns the items of the statement; of those that are too many, enough to show. */
  private List<Item> items(MonotableEngine database) {
    List<Item> items = new ArrayList<>();
    String next = null;
    do {
      ExecuteStatementOutput page =
          database.call(
              Operations.EXECUTE_STATEMENT,
              ExecuteStatementInput.builder().statement(statement).nextToken(next).build());
      List<Item> found = page.items();
      items.addAll(found == null ? List.of() : found);
      next = page.nextToken();
    } while (next != null && items.size() <= (long) most + SHOWN);
    return items;
  }
}
