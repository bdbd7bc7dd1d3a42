package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the control API: {@code route METHOD PATH NAME [RECORD] [FLAG...] [-> RESPONSE]}.
 *
 * @param path below that of the API
 * @param name such as {@code createDatabase}
 * @param body the record of the body; null if there is none
 * @param flags what is particular about it
 * @param statuses the statuses of its success
 * @param response the record of the response; null if there is none
 * @param contentTypes the types of a response without a record; none if it has no body
 * @param summary what it does
 * @param query the parameters of its query
 */
public record DeclaredRoute(
    String method,
    String path,
    String name,
    @Nullable String body,
    Set<String> flags,
    List<Integer> statuses,
    @Nullable String response,
    List<String> contentTypes,
    String summary,
    List<Member> query) {

  /** It may take long; or wait for memory. */
  private static final Set<String> PACES = Set.of("long", "waiting");

  /**
   * It needs no token; the database need not exist; its handler gets the request; it answers later.
   */
  private static final Set<String> OTHERS = Set.of("open", "byId", "request", "later");

  private static final String DATABASE = "/databases/{id}";

  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final String ARROW = "->";

  static DeclaredRoute of(Line line) {
    int arrow = line.words().indexOf(ARROW);
    int end = arrow < 0 ? line.words().size() : arrow;
    String body = null;
    Set<String> flags = new TreeSet<>();
    for (String word : line.words().subList(4, end)) {
      if (PACES.contains(word) || OTHERS.contains(word)) {
        flags.add(word);
      } else if (body == null && Character.isUpperCase(word.charAt(0))) {
        body = word;
      } else {
        throw line.invalid("'" + word + "' is neither a record nor a flag");
      }
    }
    List<Integer> statuses = new ArrayList<>();
    String response = null;
    List<String> types = List.of();
    if (arrow >= 0) {
      List<String> words = line.wordsFrom(arrow + 1);
      String last = words.get(words.size() - 1);
      if (String.join(" ", words).contains("/")) {
        types = List.of(String.join(" ", words).split(" \\| "));
      } else {
        response = last;
        if (words.size() > 1) {
          for (String status : words.get(0).split("\\|")) {
            statuses.add(Integer.valueOf(status));
          }
        }
      }
    }
    if (statuses.isEmpty()) {
      statuses.add(arrow < 0 ? 204 : 200);
    }
    List<Member> query = new ArrayList<>();
    for (Line each : line.lines()) {
      if (!each.keyword().equals("query")) {
        throw each.invalid("not a parameter of the query");
      }
      query.add(Member.of(each, 1));
    }
    return new DeclaredRoute(
        line.word(1),
        line.word(2),
        line.word(3),
        body,
        flags,
        statuses,
        response,
        types,
        line.text(),
        query);
  }

  /** Returns the names of the variables of its path. */
  List<String> variables() {
    return VARIABLE.matcher(path).results().map((MatchResult each) -> each.group(1)).toList();
  }

  /** Returns the records of its body and its response. */
  List<String> types() {
    List<String> types = new ArrayList<>();
    if (body != null) {
      types.add(body);
    }
    if (response != null) {
      types.add(response);
    }
    return types;
  }

  /** Returns the name of its pace. */
  String pace() {
    return flags.stream()
        .filter(PACES::contains)
        .findAny()
        .orElse("short")
        .toUpperCase(Locale.ROOT);
  }

  boolean has(String flag) {
    return flags.contains(flag);
  }

  /** Returns whether its handler makes the whole answer. */
  boolean isResult() {
    return !contentTypes.isEmpty() || statuses.size() > 1 || has("later");
  }

  /** Returns whether its path is that of a database, or below it. */
  boolean isBelowDatabase() {
    return path.startsWith(DATABASE);
  }

  /** Returns the path below that of a database, if it is. */
  String pathInDatabase() {
    return isBelowDatabase() ? path.substring(DATABASE.length()) : path;
  }

  /** Returns whether it is about a database, which has to exist. */
  boolean isOfDatabase() {
    return isBelowDatabase() && !has("byId");
  }
}
