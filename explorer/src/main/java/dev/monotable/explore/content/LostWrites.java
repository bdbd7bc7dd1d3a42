package dev.monotable.explore.content;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The search for a write that is lost: a piece has read an item, another piece has changed it, and
 * then the first one overwrites the same attributes, by a put or by a SET of a value that it has
 * computed, without a condition. A write to an item that the piece has not read does not count.
 */
public final class LostWrites {
  /** A value that DynamoDB computes from the present one. */
  private static final Pattern COMPUTED =
      Pattern.compile("(?i)list_append|if_not_exists|[+]|(?<=\\s)-(?=\\s)");

  /** The list of a SET clause. */
  private static final Pattern SET =
      Pattern.compile("(?is)\\bSET\\b(.*?)(?=\\b(?:REMOVE|ADD|DELETE)\\b|$)");

  /** A condition that holds as long as the item exists, regardless of its attributes. */
  private static final Pattern EXISTS =
      Pattern.compile("(?i)[(\\s]*attribute_exists\\s*\\([^()]*\\)[)\\s]*");

  private final List<String> senders;
  private final List<@Nullable ObservedRequest> observed;

  /**
   * Creates a search.
   *
   * @param senders the name of the piece of each step
   * @param observed the request of each step, as far as there is one
   */
  public LostWrites(List<String> senders, List<@Nullable ObservedRequest> observed) {
    this.senders = senders;
    this.observed = observed;
  }

  /** Returns the first write that is lost, as a sentence; null if there is none. */
  public @Nullable String find() {
    for (int i = 0; i < observed.size(); i++) {
      ObservedRequest request = observed.get(i);
      if (request != null) {
        for (RequestPart part : request.parts()) {
          String found = part instanceof ItemWritten write ? find(i, write) : null;
          if (found != null) {
            return found;
          }
        }
      }
    }
    return null;
  }

  private @Nullable String find(int at, ItemWritten write) {
    if (!write.applied() || isGuarded(write)) {
      return null;
    }
    String piece = senders.get(at);
    for (int i = at - 1; i >= 0; i--) {
      if (senders.get(i).equals(piece) && reads(i, write)) {
        return findBetween(i, at, write);
      }
    }
    return null;
  }

  private @Nullable String findBetween(int read, int at, ItemWritten write) {
    String piece = senders.get(at);
    for (int i = at - 1; i > read; i--) {
      ObservedRequest request = observed.get(i);
      if (request != null && !senders.get(i).equals(piece)) {
        for (RequestPart part : request.parts()) {
          if (part instanceof ItemWritten other && isSame(other, write) && other.applied()) {
            Set<String> lost = changed(other);
            lost.retainAll(overwritten(write));
            if (!lost.isEmpty()) {
              return text(read, i, at, write, String.join(", ", lost));
            }
          }
        }
      }
    }
    return null;
  }

  private String text(int read, int changed, int at, ItemWritten write, String attributes) {
    String first = senders.get(at);
    String second = senders.get(changed);
    return "a write of "
        + second
        + " is lost: "
        + first
        + " has read "
        + write.key()
        + " of "
        + write.table()
        + (" in step " + (read + 1) + ", ")
        + second
        + " has changed "
        + attributes
        + (" in step " + (changed + 1) + ", and ")
        + first
        + (" overwrites it in step " + (at + 1) + " without a condition");
  }

  private static boolean isSame(ItemWritten one, ItemWritten other) {
    return one.table().equals(other.table()) && one.key().equals(other.key());
  }

  private static boolean isGuarded(ItemWritten write) {
    ExpressionText condition = write.condition();
    if (write.writeKind() == WriteKind.INSERT) {
      return true;
    }
    if (condition == null) {
      return false;
    }
    for (String term : condition.text().split("(?i)\\band\\b", -1)) {
      if (!EXISTS.matcher(term).matches()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a step has read the item that is written later. */
  private boolean reads(int step, ItemWritten write) {
    ObservedRequest request = observed.get(step);
    if (request == null) {
      return false;
    }
    for (RequestPart part : request.parts()) {
      if (part instanceof ItemRead read) {
        if (read.table().equals(write.table()) && read.key().equals(write.key())) {
          return true;
        }
      } else if (part instanceof PageRead page
          && page.table().equals(write.table())
          && items(request.response()).stream().anyMatch(item -> hasKey(item, write.key()))) {
        return true;
      }
    }
    return false;
  }

  private static List<Item> items(@Nullable Record response) {
    List<Item> items = null;
    if (response instanceof QueryOutput page) {
      items = page.items();
    } else if (response instanceof ScanOutput page) {
      items = page.items();
    } else if (response instanceof ExecuteStatementOutput page) {
      items = page.items();
    }
    return items == null ? List.of() : items;
  }

  private static boolean hasKey(Item item, Item key) {
    for (Map.Entry<String, AttributeValue> each : key.toMap().entrySet()) {
      if (!Objects.equals(each.getValue(), item.find(each.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the attributes that a write has changed. */
  private static Set<String> changed(ItemWritten write) {
    Item before = write.before();
    Item after = write.after();
    Set<String> changed = names(before, after);
    changed.removeIf(
        name ->
            Objects.equals(
                before == null ? null : before.find(name),
                after == null ? null : after.find(name)));
    return changed;
  }

  private static Set<String> names(@Nullable Item one, @Nullable Item other) {
    Set<String> names = new TreeSet<>();
    if (one != null) {
      names.addAll(one.toMap().keySet());
    }
    if (other != null) {
      names.addAll(other.toMap().keySet());
    }
    return names;
  }

  /** Returns the attributes that a write sets to what its piece has computed. */
  private static Set<String> overwritten(ItemWritten write) {
    if (write.writeKind() == WriteKind.PUT) {
      return names(write.before(), write.after());
    }
    Set<String> names = new TreeSet<>();
    ExpressionText update = write.update();
    if (update != null) {
      Matcher clauses = SET.matcher(update.text());
      while (clauses.find()) {
        for (String action : actions(clauses.group(1))) {
          String[] sides = action.split("=", 2);
          if (sides.length == 2 && !COMPUTED.matcher(sides[1]).find()) {
            String path = sides[0].strip();
            String first = path.split("[.\\[]", 2)[0];
            names.add(update.names().getOrDefault(first, first));
          }
        }
      }
    }
    return names;
  }

  /** Splits a SET clause at the commas outside of parentheses. */
  private static List<String> actions(String clause) {
    List<String> actions = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < clause.length(); i++) {
      char c = clause.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        actions.add(clause.substring(start, i));
        start = i + 1;
      }
    }
    actions.add(clause.substring(start));
    return actions;
  }
}
