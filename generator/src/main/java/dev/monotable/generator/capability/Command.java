package dev.monotable.generator.capability;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command.
 *
 * @param name its name behind those of the commands that it belongs to
 * @param route the operation that it calls; null if the command is not generated
 * @param text what it does
 * @param arguments its parameters and options, in their order
 * @param needs what is missing without parameters; null if they are required
 * @param output what it prints; null for nothing
 * @param ends how it ends
 */
public record Command(
    String name,
    @Nullable String route,
    String text,
    List<Argument> arguments,
    @Nullable String needs,
    @Nullable Output output,
    Ends ends) {

  /**
   * The ends of a command.
   *
   * @param codes its exit codes before those of all commands; null if it has only those
   * @param example arguments with which they are tested; null if their tests are by hand
   */
  record Ends(@Nullable String codes, @Nullable String example) {}

  /** The number of times a parameter occurs. */
  enum Arity {
    ONE,
    OPTIONAL,
    ANY,
    SOME
  }

  /**
   * A parameter or an option.
   *
   * @param names the names of an option; none of a parameter
   * @param label what stands for its value; empty if it has none
   * @param target the member that it sets, or an operation
   */
  record Argument(List<String> names, String label, Arity arity, String target, String text) {
    boolean isOption() {
      return !names.isEmpty();
    }

    boolean isRepeated() {
      return arity == Arity.ANY || arity == Arity.SOME;
    }

    static Argument parameter(Line line) {
      String label = line.word(1);
      String target = line.word(2);
      if (label.startsWith("[")) {
        String name = label.substring(1, label.length() - 1);
        return new Argument(List.of(), name, Arity.OPTIONAL, target, line.text());
      }
      String name = label.replaceAll("[*+]$", "");
      Arity arity = label.endsWith("*") ? Arity.ANY : label.endsWith("+") ? Arity.SOME : Arity.ONE;
      return new Argument(List.of(), name, arity, target, line.text());
    }

    static Argument option(Line line) {
      List<String> names = line.wordsFrom(1).stream().filter(word -> word.startsWith("-")).toList();
      List<String> others = line.wordsFrom(1 + names.size());
      return new Argument(
          names,
          others.size() > 1 ? others.get(0) : "",
          Arity.OPTIONAL,
          others.get(others.size() - 1),
          line.text());
    }
  }

  /**
   * The output of a command.
   *
   * @param kind {@code prints}, {@code columns} or {@code by}
   * @param words the member with its unit, the member that is a list, or the class
   * @param text the columns
   */
  record Output(String kind, List<String> words, String text) {
    /** Returns the columns, each with its title and the member that it shows. */
    List<String> columns() {
      return text.isEmpty() ? List.of() : List.of(text.split(", "));
    }
  }

  static Command of(Line line) {
    int equals = line.words().indexOf("=");
    if (equals < 0) {
      int end = line.words().size() - 2;
      if (!line.wordsFrom(end).equals(List.of("by", "hand"))) {
        throw line.invalid("neither by hand nor of an operation");
      }
      String name = String.join(" ", line.words().subList(1, end));
      return new Command(name, null, "", List.of(), null, null, new Ends(null, null));
    }
    List<Argument> arguments = new ArrayList<>();
    String needs = null;
    Output output = null;
    String exits = null;
    String example = null;
    for (Line each : line.lines()) {
      switch (each.keyword()) {
        case "parameter" -> arguments.add(Argument.parameter(each));
        case "option" -> arguments.add(Argument.option(each));
        case "needs" -> needs = each.text();
        case "prints", "columns", "by" ->
            output = new Output(each.keyword(), each.wordsFrom(1), each.text());
        case "exits" -> exits = each.text();
        case "like" -> example = each.text();
        default -> throw each.invalid("unknown");
      }
    }
    return new Command(
        String.join(" ", line.words().subList(1, equals)),
        line.word(equals + 1),
        line.text(),
        arguments,
        needs,
        output,
        new Ends(exits, example));
  }

  /** Returns whether it calls an operation. */
  boolean calls(DeclaredRoute called) {
    return called.name().equals(route)
        || arguments.stream().anyMatch(each -> each.target().equals(called.name()));
  }

  /** Returns whether it is written by hand. */
  public boolean isByHand() {
    return route == null;
  }
}
