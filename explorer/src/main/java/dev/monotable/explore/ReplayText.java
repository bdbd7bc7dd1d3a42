package dev.monotable.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An execution to repeat: the hash of its start, its pieces, and its choices. As text, such as
 * {@code 1f2e3d4c: a b b a}, with a letter for each piece in the order in which they were added.
 *
 * @param pieces the numbers of the pieces that it has
 * @param choices with the numbers of those pieces, counted among themselves
 */
record ReplayText(String hash, List<Integer> pieces, List<Choice> choices) {
  private static final Pattern FORM =
      Pattern.compile("\\s*([0-9a-f]{8})(?: of ((?:\\d+,)*\\d+))?:(.*)", Pattern.DOTALL);

  private static final String DATABASE = "-";

  /** The answers of a replay. */
  public enum Answer {
    STILL_FAILS("This order still fails."),
    NO_LONGER_FAILS("This order no longer fails."),
    NO_LONGER_POSSIBLE("This order can no longer be made.");

    private final String words;

    Answer(String words) {
      this.words = words;
    }

    /** Returns the answer as a sentence. */
    public String words() {
      return words;
    }
  }

  /** Returns the text of an execution. */
  static String text(String hash, List<Integer> pieces, List<Choice> choices) {
    StringBuilder text = new StringBuilder(hash);
    boolean isWhole = true;
    for (int i = 0; i < pieces.size(); i++) {
      isWhole &= pieces.get(i) == i;
    }
    if (!isWhole) {
      String separator = " of ";
      for (int piece : pieces) {
        text.append(separator).append(piece);
        separator = ",";
      }
    }
    return text.append(": ").append(text(choices)).toString();
  }

  /**
   * Reads a text.
   *
   * @param all the number of pieces
   * @throws WrongUsageException if it is none of {@link #text}
   */
  static ReplayText parse(String text, int all) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new WrongUsageException("not the text of a replay: " + text, null);
    }
    List<Integer> pieces = new ArrayList<>();
    if (form.group(2) == null) {
      for (int i = 0; i < all; i++) {
        pieces.add(i);
      }
    } else {
      for (String number : form.group(2).split(",", -1)) {
        pieces.add(Integer.parseInt(number));
      }
    }
    for (int piece : pieces) {
      if (piece >= all) {
        throw new WrongUsageException("the replay has more pieces than the " + all + " here", null);
      }
    }
    return new ReplayText(form.group(1), pieces, parseChoices(form.group(3), pieces.size()));
  }

  /** Returns what a choice is, for people. */
  static String words(Choice choice, List<Piece> pieces) {
    String who =
        choice.isOfDatabase() || choice.piece() >= pieces.size()
            ? "the database"
            : pieces.get(choice.piece()).name();
    return choice.kind() == ChoiceKind.RUNS
        ? "a request of " + who
        : choice.kind().words() + " of " + who;
  }

  // ---- as text ----

  /** Returns choices as text: a letter for each piece, and what happens unless a request runs. */
  static String text(List<Choice> choices) {
    StringBuilder text = new StringBuilder();
    for (Choice choice : choices) {
      text.append(text.length() == 0 ? "" : " ").append(text(choice));
    }
    return text.toString();
  }

  private static String text(Choice choice) {
    StringBuilder text = new StringBuilder();
    text.append(choice.isOfDatabase() ? DATABASE : letter(choice.piece()));
    if (choice.request() > 0) {
      text.append(choice.request());
    }
    if (choice.kind() != ChoiceKind.RUNS) {
      text.append('.').append(name(choice.kind()));
    }
    if (choice.variant() > 0) {
      text.append('.').append(choice.variant());
    }
    return text.toString();
  }

  private static String letter(int piece) {
    return piece < 26 ? String.valueOf((char) ('a' + piece)) : "p" + piece + "_";
  }

  private static String name(ChoiceKind kind) {
    return kind.words().replace(' ', '-');
  }

  /**
   * Reads choices.
   *
   * @param pieces the number of pieces
   * @throws WrongUsageException if the text is none of {@link #text(List)}
   */
  static List<Choice> parseChoices(String text, int pieces) {
    List<Choice> choices = new ArrayList<>();
    for (String word : text.strip().split("\\s+", -1)) {
      Choice choice = find(word.toLowerCase(Locale.ROOT), pieces);
      if (choice == null) {
        throw new WrongUsageException("a replay has no choice like " + word, null);
      }
      choices.add(choice);
    }
    return choices;
  }

  private static @Nullable Choice find(String word, int pieces) {
    String[] parts = word.split("\\.", -1);
    try {
      String who = parts[0];
      int end = who.startsWith("p") && who.contains("_") ? who.indexOf('_') + 1 : 1;
      String position = who.substring(end);
      int piece =
          who.startsWith(DATABASE)
              ? pieces
              : end > 1 ? Integer.parseInt(who.substring(1, end - 1)) : who.charAt(0) - 'a';
      ChoiceKind kind = ChoiceKind.RUNS;
      int variant = 0;
      if (parts.length > 1) {
        ChoiceKind named = find(parts[1]);
        if (named == null) {
          return null;
        }
        kind = named;
        variant = parts.length > 2 ? Integer.parseInt(parts[2]) : 0;
      }
      int request = position.isEmpty() ? 0 : Integer.parseInt(position);
      return piece < 0 || piece > pieces ? null : new Choice(piece, request, kind, variant);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static @Nullable ChoiceKind find(String name) {
    for (ChoiceKind kind : ChoiceKind.values()) {
      if (!kind.words().isEmpty() && name(kind).equals(name)) {
        return kind;
      }
    }
    return null;
  }

  /**
   * A chooser that makes given choices, as far as they can be made; from there on, it goes on with
   * one piece as long as it has a request held.
   */
  static final class Script implements Execution.Chooser {
    private final List<Choice> choices;

    /** The choices that could not be made. */
    private final List<Choice> missed = new ArrayList<>();

    private int at;

    Script(List<Choice> choices) {
      this.choices = List.copyOf(choices);
    }

    /** Returns the choices of an execution. */
    static List<Choice> choices(List<ExploredStep> steps) {
      List<Choice> choices = new ArrayList<>();
      steps.forEach(step -> choices.add(step.choice()));
      return choices;
    }

    @Override
    public Choice choose(int step, List<Choice> enabled, int last) {
      while (at < choices.size()) {
        Choice next = choices.get(at++);
        if (isPossible(next, enabled)) {
          return next;
        }
        missed.add(next);
      }
      return Search.proceed(enabled, last);
    }

    @Override
    public boolean startsAtOnce(int piece) {
      for (Choice choice : choices) {
        if (choice.piece() == piece || choice.kind() == ChoiceKind.PAUSE) {
          return choice.piece() == piece;
        }
      }
      return true;
    }

    private static boolean isPossible(Choice choice, List<Choice> enabled) {
      for (Choice each : enabled) {
        if (each.piece() == choice.piece() && each.request() == choice.request()) {
          return true;
        }
      }
      return false;
    }

    /** Returns the choices that could not be made, those that were left at the end included. */
    List<Choice> missed() {
      List<Choice> all = new ArrayList<>(missed);
      all.addAll(choices.subList(at, choices.size()));
      return all;
    }
  }
}
