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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The advice of findings as changes that can be tried. */
final class Proposals {
  private static final Pattern INCLUDE = Pattern.compile("the projection INCLUDE of ([^;:]+)");

  private Proposals() {}

  /** Returns the change that a finding proposes; null if it is none that can be tried. */
  static @Nullable ProposedChange find(FindingInput input, Finding finding) {
    return switch (finding.id()) {
      case "scan", "filter-discards-most", "filter-on-key-attribute" -> read(input, finding);
      case "unused-index", "index-projects-too-much" -> index(input, finding);
      default -> null;
    };
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
