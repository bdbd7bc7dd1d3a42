package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Findings about key conditions that select other items than they are meant to. */
final class KeyConditionFindings {
  static final FindingType PREFIX = FindingType.of("prefix-within-word");

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
    return Finding.of(
            PREFIX,
            subject,
            fill(
                "The prefix {} of {} selects the items that begin with {}",
                prefix,
                attribute,
                String.join(" and ", words)),
            evidence)
        .withAdvice("Use " + condition + String.join(") or " + condition, words) + ")");
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
