package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.proposal.KnownCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Findings about observed requests and tables that differ from the declared design. */
final class PatternFindings {
  static final FindingType UNDECLARED = FindingType.of("undeclared-request");
  static final FindingType NOT_TESTED = FindingType.of("pattern-not-tested");
  static final FindingType MISSING_CONDITION = FindingType.of("missing-condition");
  static final FindingType TABLE_DIFFERS = FindingType.of("table-differs");

  private PatternFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.each(UNDECLARED, PatternFindings::undeclared),
        FindingRule.of(NOT_TESTED, PatternFindings::notTested),
        FindingRule.each(MISSING_CONDITION, PatternFindings::missingConditions),
        FindingRule.of(TABLE_DIFFERS, PatternFindings::tables));
  }

  private static @Nullable Finding undeclared(FindingInput input, LedgerEntry entry) {
    Design design = input.design();
    if (design == null || design.patterns().isEmpty()) {
      return null;
    }
    Shape shape = entry.shape();
    if (shape.action() != Action.OTHER
        && design.findTable(shape.table()) != null
        && entry.answered() > 0
        && input.patternsOf(entry).isEmpty()
        && unconditional(design, shape) == null) {
      return Statements.finding(
              UNDECLARED,
              input,
              entry,
              "No access pattern declares " + count(entry.requests().requests(), "request"))
          .advise(
              "Declare a pattern with operation: {}{}{}",
              shape.operation(),
              shape.index() == null ? "" : ", index: " + shape.index(),
              shape.key() == null ? "" : ", key: " + shape.key());
    }
    return null;
  }

  private static List<Finding> notTested(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    Design design = input.design();
    boolean used =
        input.ledger().entries().stream().anyMatch(entry -> !input.patternsOf(entry).isEmpty());
    if (design == null || !used) {
      return findings;
    }
    for (DeclaredPattern pattern : design.patterns()) {
      List<Evidence> missing = new ArrayList<>();
      for (PatternRequest request : pattern.requests()) {
        // Two actions of a transaction may have the same form, such as updates of two users.
        PatternRequest first = pattern.find(request.shape());
        boolean performed =
            input.ledger().entries().stream()
                .anyMatch(
                    entry ->
                        first == pattern.find(entry.shape())
                            || first == unconditional(pattern, entry.shape()));
        if (!performed) {
          missing.add(new Evidence(request.shape().toString(), null));
        }
      }
      if (!missing.isEmpty()) {
        findings.add(
            Finding.of(
                    NOT_TESTED,
                    pattern.name(),
                    fill(
                        "Tests do not perform {} of its {}",
                        missing.size(),
                        count(pattern.requests().size(), "request")),
                    missing)
                .withAdvice("Send " + missing.get(0).text() + " in a test"));
      }
    }
    return findings;
  }

  private static @Nullable Finding missingConditions(FindingInput input, LedgerEntry entry) {
    Design design = input.design();
    if (design == null) {
      return null;
    }
    DeclaredPattern pattern =
        input.patternsOf(entry).isEmpty() ? unconditional(design, entry.shape()) : null;
    PatternRequest request = pattern == null ? null : unconditional(pattern, entry.shape());
    if (pattern != null && request != null && entry.writes().applied() > 0) {
      String condition = String.valueOf(request.shape().expressions().condition());
      if (condition.startsWith("attribute_not_exists") && entry.writes().created() == 0) {
        return null; // it changes items, and is none of those that create them
      }
      Finding found =
          Finding.of(
              MISSING_CONDITION,
              pattern.name(),
              fill(
                  "{} without the condition {}",
                  count(entry.writes().applied(), "write"),
                  condition),
              Statements.evidence(entry));
      KnownCondition change = KnownCondition.of(entry.shape(), condition);
      return change == null
          ? found.advise(
              "Send the {} with the ConditionExpression {}", entry.shape().operation(), condition)
          : found.propose(change, "");
    }
    return null;
  }

  /** Returns the pattern that declares a write with a condition that the shape does not have. */
  private static @Nullable DeclaredPattern unconditional(Design design, Shape shape) {
    return design.patterns().stream()
        .filter(pattern -> unconditional(pattern, shape) != null)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable PatternRequest unconditional(DeclaredPattern pattern, Shape shape) {
    ShapeExpressions sent = shape.expressions();
    if (!shape.action().isWrite() || sent.condition() != null) {
      return null;
    }
    for (PatternRequest request : pattern.requests()) {
      String condition = request.shape().expressions().condition();
      if (condition != null) {
        Shape conditional =
            shape.withExpressions(
                new ShapeExpressions(sent.filter(), sent.projection(), condition, sent.update()));
        if (pattern.find(conditional) == request) {
          return request;
        }
      }
    }
    return null;
  }

  private static List<Finding> tables(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    if (input.design() == null) {
      return findings;
    }
    for (DesignTable declared : input.design().tables()) {
      DesignTable observed = input.ledger().findTable(declared.name());
      if (observed == null) {
        continue;
      }
      if (!observed.key().equals(declared.key())) {
        add(
            findings,
            declared.name(),
            "The key schema is " + observed.key().names(),
            "Create the table with the key " + String.join(", ", declared.key().names()));
      }
      for (DeclaredIndex index : declared.indexes()) {
        String difference = difference(index, observed.findIndex(index.name()));
        if (difference != null) {
          add(findings, declared.name() + "." + index.name(), difference, "Create " + text(index));
        }
      }
      for (DeclaredIndex index : observed.indexes()) {
        if (declared.findIndex(index.name()) == null) {
          add(
              findings,
              declared.name() + "." + index.name(),
              "The table has an index that the design does not declare",
              "Declare " + text(index) + ", or delete it");
        }
      }
    }
    return findings;
  }

  private static @Nullable String difference(DeclaredIndex declared, @Nullable DeclaredIndex is) {
    if (is == null) {
      return "The table does not have the index";
    }
    if (is.global() != declared.global()) {
      return "The index is " + (is.global() ? "global" : "local");
    }
    if (!is.key().equals(declared.key())) {
      return "The key schema is " + is.key().names();
    }
    return is.projection().kind() == declared.projection().kind()
            && Set.copyOf(is.projection().attributes())
                .equals(Set.copyOf(declared.projection().attributes()))
        ? null
        : "The projection is " + is.projection().kind() + " " + is.projection().attributes();
  }

  /** Returns an index with its keys and projection. */
  private static String text(DeclaredIndex index) {
    return fill(
        "the {} index {} with the key {} and the projection {}{}",
        index.global() ? "global" : "local",
        index.name(),
        String.join(", ", index.key().names()),
        index.projection().kind(),
        index.projection().attributes().isEmpty()
            ? ""
            : " of " + String.join(", ", index.projection().attributes()));
  }

  private static void add(List<Finding> findings, String subject, String statement, String advice) {
    findings.add(
        Finding.of(
                TABLE_DIFFERS,
                subject,
                statement,
                List.of(new Evidence("the description of the table", null)))
            .withAdvice(advice));
  }
}
