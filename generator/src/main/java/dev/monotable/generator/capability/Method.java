package dev.monotable.generator.capability;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A method of a database in the packages of other languages: {@code method NAME(PARAMETER,...) =
 * ROUTE}. A second operation changes what the first one returns, if there is a change.
 *
 * @param name in JavaScript; others have their own case
 * @param routes the operations that it calls; none if it is by hand
 * @param variants what is particular about it, by language
 */
public record Method(
    String name,
    List<Parameter> parameters,
    List<String> routes,
    String text,
    Map<Language, Variant> variants) {

  private static final Pattern SIGNATURE = Pattern.compile("(\\w+)\\((.*)\\)");

  /** A language. */
  public enum Language {
    JAVASCRIPT,
    PYTHON,
    GO
  }

  /**
   * A parameter: a variable of the path, a parameter of the query, or a member of the body; or the
   * body, if it is none of these.
   *
   * @param database whether it is a database or a name
   * @param optional whether it may be missing
   * @param values its values, the default first; none if it has no default
   */
  record Parameter(String name, boolean database, boolean optional, List<String> values) {
    static Parameter of(String text) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      return new Parameter(
          name.replaceAll("[?:].*", ""),
          name.endsWith(":database"),
          name.endsWith("?"),
          equals < 0 ? List.of() : List.of(text.substring(equals + 1).split("\\|")));
    }
  }

  /**
   * The variant of a method in a language.
   *
   * @param names other names; none if it is the same
   * @param byHand whether it is not generated
   * @param missing why the language lacks it; null if it has it
   * @param returned the member of the response that it returns; empty for nothing; null for all
   * @param example a call; null if there is none
   */
  record Variant(
      List<String> names,
      boolean byHand,
      @Nullable String missing,
      @Nullable String returned,
      @Nullable String example) {}

  static Method of(Line line) {
    boolean byHand = line.words().subList(2, line.words().size()).equals(List.of("by", "hand"));
    Matcher signature = SIGNATURE.matcher(line.word(1));
    List<Parameter> parameters = new ArrayList<>();
    String name = line.word(1);
    if (signature.matches()) {
      name = signature.group(1);
      if (!signature.group(2).isEmpty()) {
        for (String parameter : signature.group(2).split(",")) {
          parameters.add(Parameter.of(parameter));
        }
      }
    } else if (!byHand) {
      throw line.invalid("no parentheses");
    }
    Map<Language, Variant> variants = new LinkedHashMap<>();
    for (Language language : Language.values()) {
      variants.put(language, variant(language, line, byHand));
    }
    List<String> routes = byHand ? List.of() : line.wordsFrom(3);
    return new Method(name, parameters, routes, line.text(), variants);
  }

  private static Variant variant(Language language, Line method, boolean byHand) {
    List<String> names = List.of();
    boolean own = byHand;
    String missing = null;
    String returned = null;
    String example = null;
    for (Line line : method.lines()) {
      List<String> words = line.words().stream().map(word -> word.replace(",", "")).toList();
      if (!words.contains(Capability.label(language))) {
        continue;
      }
      if (line.keyword().equals("no")) {
        missing = line.text();
        continue;
      }
      int verb = 0;
      while (Capability.isLanguage(words.get(verb))) {
        verb++;
      }
      switch (words.get(verb)) {
        case "by" -> own = true;
        case "returns" ->
            returned = words.get(verb + 1).equals("nothing") ? "" : words.get(verb + 1);
        case "like" -> example = line.text();
        case "is" -> names = words.subList(verb + 1, words.size());
        default -> throw line.invalid("neither by hand, returns, like nor is");
      }
    }
    return new Variant(names, own, missing, returned, example);
  }

  /** Returns whether a language has it. */
  public boolean isIn(Language language) {
    return variant(language).missing() == null;
  }

  /** Returns whether it is generated for a language. */
  boolean isGenerated(Language language) {
    return isIn(language) && !variant(language).byHand();
  }

  Variant variant(Language language) {
    return variants.getOrDefault(language, new Variant(List.of(), false, null, null, null));
  }

  /** Returns its names in a language; several if the language divides it. */
  public List<String> names(Language language) {
    List<String> others = variant(language).names();
    return others.isEmpty() ? List.of(name(language)) : others;
  }

  /** Returns the name of a method that is generated. */
  String name(Language language) {
    return switch (language) {
      case JAVASCRIPT -> name;
      case PYTHON -> snakeCase(name);
      case GO -> JavaSource.capitalized(name);
    };
  }

  static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
