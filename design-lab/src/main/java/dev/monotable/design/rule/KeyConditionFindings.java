package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.proposal.OtherResults;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Findings about key conditions that select other items than they are meant to. */
final class KeyConditionFindings {
  static final FindingType PREFIX = FindingType.of("prefix-within-word");

  /** The delimiter at the end of the first prefix that is advised. */
  private static final Pattern ADVISED =
      Pattern.compile("^[A-Z][^(]*begins_with\\([^)]*([#|:/_])\\)");

  private KeyConditionFindings() {}

  /** Returns the findings of prefixes that select items of several kinds. */
  static @Nullable Finding prefixes(FindingInput input, LedgerEntry entry) {
    KeyConditionTemplate key = entry.shape().key();
    TermTemplate prefix = key == null ? null : prefix(key);
    DesignTable table = input.findTable(entry.shape().table());
    if (key == null || prefix == null || table == null || entry.reads().read() == 0) {
      return null;
    }
    Map<String, Evidence> words = words(input, table, key, prefix);
    List<Evidence> evidence = new ArrayList<>(words.values());
    evidence.addAll(Statements.evidence(entry));
    String text = prefix.values().get(0).text();
    return words.size() < 2
        ? null
        : finding(input.subjectOf(entry), prefix.attribute(), text, words.keySet(), evidence);
  }

  /**
   * Returns a finding.
   *
   * @param words how the selected values begin, up to a delimiter
   */
  static Finding finding(
      String subject,
      String attribute,
      String prefix,
      Collection<String> words,
      List<Evidence> evidence) {
    String condition = "begins_with(" + attribute + ", ";
    String first = words.iterator().next();
    boolean whole =
        first.length() == prefix.length() + 1
            && first.startsWith(prefix)
            && words.stream().allMatch(each -> each.endsWith(first.substring(prefix.length())));
    return Finding.of(
            PREFIX,
            subject,
            fill(
                "The prefix {} of {} selects the items that begin with {}",
                prefix,
                attribute,
                String.join(" and ", words)),
            evidence)
        .withAdvice(
            whole
                ? "End the prefix with its delimiter: " + condition + first + ")"
                : "Use " + condition + String.join(") or " + condition, words) + ")");
  }

  /** Returns a finding with the change that the prefix ends with a delimiter, if one follows it. */
  static Finding withTrial(FindingInput input, Finding finding) {
    Matcher advised = ADVISED.matcher(finding.advice() == null ? "" : finding.advice());
    LedgerEntry entry = Savings.entry(input, finding.subject());
    boolean query =
        entry != null
            && entry.shape().operation().equals(Operations.QUERY.name())
            && entry.shape().key() != null;
    return entry != null && query && advised.find()
        ? finding.withAdvice(
            finding.advice(),
            new Trial(
                Trial.Kind.CALCULATED,
                null,
                new OtherResults(entry.shape(), OtherResults.Kind.WHOLE_PREFIX, advised.group(1))))
        : finding;
  }

  private static @Nullable TermTemplate prefix(KeyConditionTemplate key) {
    for (TermTemplate term : key.terms()) {
      String text = term.values().get(0).literalPrefix();
      if (term.comparison() == Comparison.BEGINS_WITH
          && !text.isEmpty()
          && Character.isLetter(text.charAt(text.length() - 1))) {
        return term;
      }
    }
    return null;
  }

  /**
   * Returns the beginnings of the written sort keys that a prefix selects, up to a delimiter, with
   * what was written.
   */
  private static Map<String, Evidence> words(
      FindingInput input, DesignTable table, KeyConditionTemplate key, TermTemplate prefix) {
    Map<String, Evidence> words = new LinkedHashMap<>();
    for (ItemShape shape : input.ledger().items()) {
      KeyTemplate sort = shape.keys().get(prefix.attribute());
      if (!shape.table().equals(table.name()) || sort == null || !meets(shape, key, prefix)) {
        continue;
      }
      String text = sort.text();
      String start = prefix.values().get(0).literalPrefix();
      if (text.startsWith(start)) {
        words.putIfAbsent(
            text.substring(0, endOfWord(text, start.length())),
            new Evidence(
                fill("{} with {} = {}", count(shape.written(), "write"), prefix.attribute(), text),
                null));
      }
    }
    return words;
  }

  private static boolean meets(ItemShape shape, KeyConditionTemplate key, TermTemplate prefix) {
    for (TermTemplate term : key.terms()) {
      KeyTemplate own = shape.keys().get(term.attribute());
      if (term != prefix && (own == null || !own.canMeet(term.values().get(0)))) {
        return false;
      }
    }
    return true;
  }

  private static int endOfWord(String text, int from) {
    int end = from;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return Math.min(text.length(), end < text.length() && text.charAt(end) != '{' ? end + 1 : end);
  }
}
