package dev.monotable.control.content;

import dev.monotable.control.model.CapacityEntry;
import dev.monotable.control.model.FindingDescription;
import dev.monotable.control.model.IndexChangeDescription;
import dev.monotable.control.model.PartDescription;
import dev.monotable.control.model.ReadDescription;
import dev.monotable.control.model.RequestEntry;
import dev.monotable.control.model.RequestExplanation;
import dev.monotable.control.model.WriteDescription;
import dev.monotable.design.DesignLab;
import dev.monotable.design.contract.Breach;
import dev.monotable.design.contract.BrokenContract;
import dev.monotable.design.contract.PatternContract;
import dev.monotable.design.contract.PatternUse;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.json.ClientCodec;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.text.RecordCodec.RawJson;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains a request: its plan, what would have been enough, and the findings about its kind. */
public final class RequestExplainer {
  private static final int MAX_PARTS = 100;

  /** The size of the items before and after writes that are shown, in bytes. */
  private static final long MAX_ITEM_BYTES = 1 << 20;

  /** No read, no discarded item and no Scan: so everything that could be less is named. */
  private static final PatternContract NOTHING =
      new PatternContract("request", new Budget(0.0, 0.0, null, 0.0, true), null, null);

  private final Map<String, DesignTable> tables = new LinkedHashMap<>();
  private long itemBytes;

  /** The declared design, or null. */
  private final @Nullable Design design;

  private RequestExplainer(@Nullable Design design) {
    this.design = design;
  }

  /**
   * Explains a request.
   *
   * @param entry the request as it is listed
   * @param kept the requests of the database, which the findings are about
   * @param design the declared design, or null
   */
  public static RequestExplanation explain(
      MonotableEngine engine,
      ObservedRequest request,
      RequestEntry entry,
      List<ObservedRequest> kept,
      @Nullable Design design) {
    // No observer sees these reads, and no fault hits them.
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      RequestExplainer explainer = new RequestExplainer(design);
      ObservedTables.of(copy).forEach(table -> explainer.tables.put(table.name(), table));
      return explainer.of(copy, request, entry, kept);
    }
  }

  private RequestExplanation of(
      MonotableEngine copy,
      ObservedRequest request,
      RequestEntry entry,
      List<ObservedRequest> kept) {
    List<RequestPart> parts = request.parts();
    List<PartDescription> shown = new ArrayList<>();
    for (RequestPart part : parts.subList(0, Math.min(MAX_PARTS, parts.size()))) {
      shown.add(describe(part));
    }
    return new RequestExplanation(
        entry,
        sent(request),
        capacity(request),
        shown,
        parts.size() - shown.size(),
        enough(request),
        findings(copy, request, kept));
  }

  // ---- the request

  private static @Nullable RawJson sent(ObservedRequest request) {
    Record sent = request.request();
    return sent == null ? null : json(request.operation(), sent);
  }

  @SuppressWarnings("unchecked") // a request has the type of its operation's input
  private static RawJson json(OperationSchema<?, ?> operation, Record sent) {
    byte[] json = ClientCodec.encode((StructureSchema<Record>) operation.input(), sent);
    return new RawJson(new String(json, StandardCharsets.UTF_8));
  }

  private static List<CapacityEntry> capacity(ObservedRequest request) {
    List<CapacityEntry> entries = new ArrayList<>();
    for (ConsumedUnits units : request.capacity()) {
      entries.add(
          new CapacityEntry(units.table(), units.index(), units.readUnits(), units.writeUnits()));
    }
    return entries;
  }

  // ---- the plan

  private PartDescription describe(RequestPart part) {
    return switch (part.kind()) {
      case ITEM_READ -> describe((ItemRead) part);
      case PAGE_READ -> describe((PageRead) part);
      case ITEM_WRITTEN -> describe((ItemWritten) part);
      case RECORDS_READ -> describe((RecordsRead) part);
    };
  }

  private static PartDescription describe(ItemRead read) {
    Item item = read.item();
    int found = item == null ? 0 : 1;
    ReadDescription description =
        new ReadDescription(
            null,
            null,
            text(read.projection()),
            read.consistent(),
            false,
            null,
            found,
            found,
            item == null ? 0 : item.size());
    RawJson key = new RawJson(read.key().toString());
    return new PartDescription(
        read.kind(), read.table(), null, key, description, null, read.units());
  }

  private static PartDescription describe(PageRead page) {
    List<String> conditions = new ArrayList<>();
    for (KeyRestriction condition : page.keyConditions()) {
      conditions.add(condition.toString());
    }
    ReadDescription description =
        new ReadDescription(
            conditions,
            text(page.filter()),
            text(page.projection()),
            page.consistent(),
            !page.forward(),
            page.limit(),
            page.evaluated(),
            page.returned(),
            page.bytes());
    return new PartDescription(
        page.kind(),
        page.table(),
        page.index(),
        null,
        description,
        null,
        page.units() + page.fetchedUnits());
  }

  private PartDescription describe(ItemWritten written) {
    List<IndexChangeDescription> changes = new ArrayList<>();
    for (IndexChange change : written.indexChanges()) {
      changes.add(new IndexChangeDescription(change.index(), change.kind(), change.units()));
    }
    WriteDescription description =
        new WriteDescription(
            written.writeKind(),
            text(written.update()),
            text(written.condition()),
            written.applied(),
            shown(written.before()),
            shown(written.after()),
            changes);
    RawJson key = new RawJson(written.key().toString());
    return new PartDescription(
        written.kind(), written.table(), null, key, null, description, written.units());
  }

  private static PartDescription describe(RecordsRead records) {
    int returned = records.returned();
    ReadDescription description =
        new ReadDescription(
            null, null, null, false, false, null, returned, returned, records.bytes());
    return new PartDescription(
        records.kind(), records.streamArn(), null, null, description, null, 0);
  }

  private static @Nullable String text(@Nullable ExpressionText expression) {
    return expression == null ? null : expression.resolved();
  }

  private @Nullable RawJson shown(@Nullable Item item) {
    if (item == null || itemBytes > MAX_ITEM_BYTES) {
      return null;
    }
    itemBytes += item.size();
    return new RawJson(item.toString());
  }

  // ---- what the design lab says

  private List<String> enough(ObservedRequest request) {
    PatternUse use = new PatternUse(NOTHING, null);
    use.observe(request);
    BrokenContract broken = use.check(tables::get);
    Set<String> enough = new LinkedHashSet<>();
    for (Breach breach : broken == null ? List.<Breach>of() : broken.breaches()) {
      enough.addAll(breach.enough());
    }
    return List.copyOf(enough);
  }

  private List<FindingDescription> findings(
      MonotableEngine copy, ObservedRequest request, List<ObservedRequest> kept) {
    Set<String> subjects = new LinkedHashSet<>();
    for (RequestPart part : request.parts()) {
      subjects.add(part.index() == null ? part.table() : part.table() + "." + part.index());
    }
    try (DesignLab one = DesignLab.of(design)) {
      one.describe(copy);
      one.accept(request, RequestContext.NONE);
      for (LedgerEntry entry : one.ledger().entries()) {
        subjects.add(entry.shape().toString());
      }
    }
    List<FindingDescription> findings = new ArrayList<>();
    try (DesignLab all = DesignLab.of(design)) {
      all.describe(copy);
      for (ObservedRequest each : kept) {
        all.accept(each, RequestContext.NONE);
      }
      for (Finding finding : all.findings()) {
        if (subjects.contains(finding.subject())) {
          findings.add(describe(finding));
        }
      }
    }
    return findings;
  }

  private static FindingDescription describe(Finding finding) {
    FindingType type = finding.type();
    String advice = finding.advice();
    return new FindingDescription(
        type.id(),
        type.severity(),
        type.title(),
        finding.subject(),
        finding.statement(),
        type.onAws(),
        advice == null ? type.advice() : advice,
        type.link());
  }
}
