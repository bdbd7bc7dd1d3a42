package dev.monotable.design.rule;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the statements and the evidence of several rules have in common. */
final class Statements {
  private Statements() {}

  /** Returns a finding about a shape, with its requests without errors as evidence. */
  static Finding finding(
      FindingType type, FindingInput input, LedgerEntry entry, String statement) {
    return finding(type, input, entry, RequestTrait.ANSWERED, statement);
  }

  /** Returns the requests of a shape without errors as evidence. */
  static List<Evidence> evidence(LedgerEntry entry) {
    return evidence(entry, RequestTrait.ANSWERED);
  }

  /** Returns a finding about a shape, with its requests that have a trait as evidence. */
  static Finding finding(
      FindingType type,
      FindingInput input,
      LedgerEntry entry,
      RequestTrait trait,
      String statement) {
    return Finding.of(type, input.subjectOf(entry), statement, evidence(entry, trait));
  }

  private static List<Evidence> evidence(LedgerEntry entry, RequestTrait trait) {
    return entry.samples().of(trait).stream().map(Evidence::of).toList();
  }

  /** Returns the number of requests or actions of a shape that did not fail. */
  static long answered(LedgerEntry entry) {
    return Math.max(0, entry.requests().requests() - entry.requests().failed());
  }

  /** Returns a number with a noun, such as {@code 1 item} or {@code 3 items}. */
  static String count(long number, String noun) {
    return Numbers.plain(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Returns a number with a noun that is not formed with an s, such as {@code 2 Queries}. */
  static String count(long number, String one, String several) {
    return Numbers.plain(number) + " " + (number == 1 ? one : several);
  }

  /** Returns units with their kind, such as {@code 1.5 read units}. */
  static String units(double units, String kind) {
    return Numbers.plain(BigDecimal.valueOf(units))
        + " "
        + kind
        + (units == 1 ? " unit" : " units");
  }

  /** Returns a share in percent, rounded. */
  static String percent(double share) {
    return Math.round(share * 100) + " %";
  }

  /** Returns the entity of an item as {@code TABLE/ENTITY}, or the table if that is unclear. */
  static String subject(@Nullable Design design, String tableName, @Nullable Item item) {
    DesignTable table = design == null ? null : design.findTable(tableName);
    List<Entity> entities = table == null || item == null ? List.of() : table.entitiesOf(item);
    return entities.size() == 1 ? tableName + "/" + entities.get(0).name() : tableName;
  }

  /** Returns a part of a request as evidence, with the values of its key. */
  static Evidence evidence(ObservedRequest request, RequestPart part, RequestContext context) {
    StringBuilder line = new StringBuilder(request.operation().name());
    line.append(' ').append(part.table());
    if (part instanceof PageRead page) {
      line.append(page.index() == null ? "" : "." + page.index());
      String separator = " ";
      for (KeyRestriction condition : page.keyConditions()) {
        line.append(separator).append(condition);
        separator = " or ";
      }
    } else if (part instanceof ItemRead read) {
      append(line, read.key().toMap());
    } else if (part instanceof ItemWritten written) {
      append(line, written.key().toMap());
    }
    return new Evidence(line.toString(), context.test());
  }

  /** Returns a request on an item as evidence. */
  static Evidence evidence(
      String operation, String table, Map<String, AttributeValue> key, @Nullable String test) {
    StringBuilder line = new StringBuilder(operation);
    line.append(' ').append(table);
    append(line, key);
    return new Evidence(line.toString(), test);
  }

  private static void append(StringBuilder line, Map<String, AttributeValue> key) {
    String separator = " ";
    for (Map.Entry<String, AttributeValue> attribute : new TreeMap<>(key).entrySet()) {
      line.append(separator).append(attribute.getKey()).append(" = ");
      line.append(ExpressionText.literal(attribute.getValue()));
      separator = " and ";
    }
  }
}
