package dev.monotable.design.advice;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.rule.ReadAdvice;
import dev.monotable.design.rule.ReadAdvice.KeyRead;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The advice of findings as changes that can be tried. */
final class Proposals {
  private static final Pattern INCLUDE = Pattern.compile("the projection INCLUDE of ([^;:]+)");

  private static final Pattern ADD = Pattern.compile("^Add (\\S.*?) to the projection of");

  private Proposals() {}

  /** Returns the change that a finding proposes; null if it is none that can be tried. */
  static @Nullable ProposedChange find(FindingInput input, Finding finding) {
    return switch (finding.id()) {
      case "scan", "filter-discards-most", "filter-on-key-attribute" -> read(input, finding);
      case "unused-index", "index-projects-too-much" -> index(input, finding);
      case "get-after-get" -> batch(input, finding);
      case "local-index-fetches-items" -> larger(input, finding);
      case "needless-consistent-read" -> request(input, finding, OtherRequest.Kind.EVENTUAL);
      case "transaction-of-one-action" -> request(input, finding, OtherRequest.Kind.SINGLE);
      case "unconditional-create" -> request(input, finding, OtherRequest.Kind.CONDITION);
      default -> null;
    };
  }

  private static @Nullable ProposedChange batch(FindingInput input, Finding finding) {
    LedgerEntry entry = Savings.entry(input, finding.subject());
    boolean get = entry != null && entry.shape().operation().equals(Operations.GET_ITEM.name());
    return entry == null || !get ? null : new BatchInstead(entry.shape());
  }

  private static @Nullable ProposedChange request(
      FindingInput input, Finding finding, OtherRequest.Kind kind) {
    LedgerEntry entry = Savings.entry(input, finding.subject());
    DesignTable table = entry == null ? null : input.findTable(entry.shape().table());
    if (entry == null || table == null) {
      return null;
    }
    String name = table.key().partition().get(0).name();
    boolean put = entry.shape().operation().equals(Operations.PUT_ITEM.name());
    boolean plain = name.matches("[A-Za-z]\\w*");
    return kind == OtherRequest.Kind.CONDITION && !(put && plain)
        ? null
        : new OtherRequest(entry.shape(), kind, "attribute_not_exists(" + name + ")");
  }

  /** Returns the local index with what is fetched from the table. */
  private static @Nullable ProposedChange larger(FindingInput input, Finding finding) {
    LedgerEntry entry = Savings.entry(input, finding.subject());
    DesignTable table = entry == null ? null : input.findTable(entry.shape().table());
    String name = entry == null ? null : entry.shape().index();
    DeclaredIndex index = table == null || name == null ? null : table.findIndex(name);
    Matcher names = ADD.matcher(String.valueOf(finding.advice()));
    if (table == null || index == null || !names.find()) {
      return null;
    }
    Set<String> attributes = new LinkedHashSet<>(index.projection().attributes());
    attributes.addAll(List.of(names.group(1).split(", ")));
    return new OtherIndex(
        table.name(),
        index.name(),
        new DeclaredIndex(
            index.name(),
            index.global(),
            index.key(),
            new DeclaredProjection(DeclaredProjection.Kind.INCLUDE, List.copyOf(attributes))));
  }

  private static @Nullable ProposedChange read(FindingInput input, Finding finding) {
    LedgerEntry entry = Savings.entry(input, finding.subject());
    KeyRead read = entry == null ? null : ReadAdvice.keyRead(input, entry);
    if (entry == null || read == null) {
      return null;
    }
    DeclaredIndex added = read.added();
    DeclaredKey key = added == null ? read.table().findKey(read.index()) : added.key();
    String target = added == null ? read.index() : added.name();
    return key == null ? null : new ReadByIndex(entry.shape(), target, key, added);
  }

  private static @Nullable ProposedChange index(FindingInput input, Finding finding) {
    for (DesignTable table : input.tables()) {
      for (DesignTarget target : table.targets()) {
        DeclaredIndex index = target.index();
        if (index != null && target.toString().equals(finding.subject())) {
          return finding.id().equals("unused-index")
              ? new OtherIndex(table.name(), index.name(), null)
              : smaller(table, index, String.valueOf(finding.advice()));
        }
      }
    }
    return null;
  }

  private static ProposedChange smaller(DesignTable table, DeclaredIndex index, String advice) {
    Matcher names = INCLUDE.matcher(advice);
    DeclaredProjection projection = DeclaredProjection.KEYS_ONLY;
    if (names.find()) {
      List<String> attributes = new ArrayList<>(List.of(names.group(1).split(", ")));
      projection = new DeclaredProjection(DeclaredProjection.Kind.INCLUDE, attributes);
    }
    return new OtherIndex(
        table.name(),
        index.name(),
        new DeclaredIndex(index.name(), index.global(), index.key(), projection));
  }
}
