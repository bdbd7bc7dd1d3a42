package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.ForgottenTests;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds an item that is read and then written without a condition, so that two clients that do so
 * at the same time lose a write: a put of the whole item, an update to a value that was computed
 * from what was read, or a put because the read found nothing.
 */
final class RaceRule implements FindingRule {
  private static final int ENOUGH = 2;
  private static final int SOON_SECONDS = 5;
  private static final int EDITED_MINUTES = 10;

  static final FindingType LOST_UPDATE =
      new FindingType(
              "lost-update",
              Severity.WARNING,
              "an item that is read, changed and written without a condition",
              "Two clients that read the same item and then write it both succeed. The second one"
                  + " overwrites what the first has written, without an error.",
              GUIDE + "BestPractices_ImplementingVersionControl.html",
              "Let DynamoDB compute the value (SET n = n + :one, ADD, list_append), or keep a"
                  + " version number in the item and write with the condition that it has not"
                  + " changed.")
          .withBounds(
              "At least "
                  + ENOUGH
                  + " writes within "
                  + SOON_SECONDS
                  + " s of the read, or within "
                  + EDITED_MINUTES
                  + " minutes if a put keeps half of the attributes.");

  static final FindingType UNCONDITIONAL_CREATE =
      new FindingType(
              "unconditional-create",
              Severity.WARNING,
              "a put after a read that found nothing",
              "Two clients may both find nothing and then both put the item. The second put"
                  + " replaces the item of the first, without an error.",
              GUIDE + "Expressions.ConditionExpressions.html",
              "Leave out the read, and put with the condition attribute_not_exists of the partition"
                  + " key.")
          .withBounds("At least " + ENOUGH + " puts within " + SOON_SECONDS + " s of the read.");

  static final int MAX_ITEMS = 2_000;

  /** The last pages of tests beyond these are forgotten. */
  private static final int MAX_TESTS = 200;

  /** A write that is later does not follow from the read. */
  private static final Duration SOON = Duration.ofSeconds(SOON_SECONDS);

  /** A put that keeps most of the item follows from the read even after somebody has edited it. */
  private static final Duration EDITED = Duration.ofMinutes(EDITED_MINUTES);

  private static final int MAX_NAMES = 5;

  /** What makes an update independent of what was read. */
  private static final Pattern COMPUTED =
      Pattern.compile("(?i)\\bADD\\b|\\bDELETE\\b|list_append|if_not_exists|[+]|[^\\w-]-[^\\w]");

  @Override
  public List<FindingType> types() {
    return List.of(LOST_UPDATE, UNCONDITIONAL_CREATE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Reads(design);
  }

  /** The reads of items, as long as a write may follow from them. */
  private static final class Reads implements Detector {
    private final RequestSubjects subjects;
    private final RecentMap<ItemName, Read> reads = new RecentMap<>(MAX_ITEMS);
    private final Cases updates = new Cases(LOST_UPDATE);
    private final Cases creates = new Cases(UNCONDITIONAL_CREATE);
    private final Overflow manyItems =
        new Overflow(
            MAX_ITEMS, "read items are remembered for " + LOST_UPDATE.id(), "write after others");

    /** An item, as one test uses it. */
    private record ItemName(@Nullable String test, String table, Item key) {}

    /** A read of an item. */
    private record Read(Instant at, boolean found) {}

    private final ForgottenTests forgotten = new ForgottenTests();
    private final Overflow manyTests =
        new Overflow(
            MAX_TESTS,
            "tests have their last page remembered for " + LOST_UPDATE.id(),
            "write of others");

    /** The last page of a test with several items, whose values may be in the key of a write. */
    private final RecentMap<String, Page> pages =
        new RecentMap<>(MAX_TESTS, (test, page) -> forgotten.add(test, page.at()));

    /** A page: what its key condition names, and what identifies its items. */
    private record Page(Instant at, PageRead read, List<String> values) {
      private boolean hasItem(ItemWritten written) {
        if (!read.table().equals(written.table())) {
          return false;
        }
        boolean found = false;
        for (Map.Entry<String, AttributeValue> key : written.key().toMap().entrySet()) {
          if (!isNamed(key.getKey(), key.getValue())) {
            String identifier = ResultValues.identifier(key.getValue());
            if (identifier == null || !values.contains(identifier)) {
              return false;
            }
            found = true;
          }
        }
        return found;
      }

      private boolean isNamed(String attribute, AttributeValue value) {
        for (KeyRestriction condition : read.keyConditions()) {
          for (KeyTerm term : condition.terms()) {
            if (term.comparison() == KeyTerm.Comparison.EQUAL
                && term.attribute().equals(attribute)
                && term.values().get(0).equals(value)) {
              return true;
            }
          }
        }
        return false;
      }
    }

    /** The last item of an item collection that a test read last. */
    private final RecentMap<String, Last> lasts = new RecentMap<>(MAX_TESTS);

    private final Cases numbers = new Cases(UNCONDITIONAL_CREATE);

    /** The last item of an item collection. */
    private record Last(Instant at, String table, Item key) {
      private static @Nullable Last of(PageRead page, Instant at) {
        Item key = page.lastEvaluatedKey();
        Integer limit = page.limit();
        return key == null
                || limit == null
                || limit != 1
                || page.forward()
                || page.startKey() != null
                || page.index() != null
            ? null
            : new Last(at, page.table(), key);
      }

      /** Returns whether a key differs from that of the item by a number that is one larger. */
      private boolean leadsTo(ItemWritten written) {
        int next = 0;
        for (Map.Entry<String, AttributeValue> each : written.key().toMap().entrySet()) {
          AttributeValue now = each.getValue();
          AttributeValue before = key.find(each.getKey());
          if (before == null || before.type() != now.type()) {
            return false;
          }
          if (!before.equals(now)) {
            next++;
            if (!isNext(text(before), text(now))) {
              return false;
            }
          }
        }
        return next == 1;
      }

      private static String text(AttributeValue value) {
        return switch (value.type()) {
          case S -> value.string();
          case N -> value.numberText();
          case B, BOOL, NULL, M, L, SS, NS, BS -> "";
        };
      }

      private static boolean isNext(String before, String now) {
        int start = before.length();
        while (start > 0 && Character.isDigit(before.charAt(start - 1))) {
          start--;
        }
        int digits = before.length() - start;
        return digits > 0
            && digits <= 18
            && now.length() > start
            && now.length() - start <= 18
            && now.startsWith(before.substring(0, start))
            && now.substring(start).chars().allMatch(Character::isDigit)
            && Long.parseLong(now.substring(start)) == Long.parseLong(before.substring(start)) + 1;
      }
    }

    private Reads(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemRead read) {
          reads.put(
              new ItemName(context.test(), read.table(), read.key()),
              new Read(request.startedAt(), read.item() != null));
        } else if (part instanceof PageRead page) {
          Last last = Last.of(page, request.startedAt());
          if (last != null) {
            lasts.put(String.valueOf(context.test()), last);
          }
          List<String> values = ResultValues.of(request);
          if (!values.isEmpty()) {
            pages.put(String.valueOf(context.test()), new Page(request.startedAt(), page, values));
          }
        } else if (part instanceof ItemWritten written && written.applied()) {
          write(request, written, context);
        }
      }
    }

    private void write(ObservedRequest request, ItemWritten written, RequestContext context) {
      if (written.writeKind() == WriteKind.CONDITION_CHECK) {
        return;
      }
      Read read = reads.remove(new ItemName(context.test(), written.table(), written.key()));
      if (read == null) {
        if (reads.overflowed()) {
          manyItems.add();
        }
        followPage(request, written, context);
        followLast(request, written, context);
        return;
      }
      boolean put = written.writeKind() == WriteKind.PUT;
      Duration time = put && keepsMost(written) ? EDITED : SOON;
      if (written.condition() != null || request.startedAt().isAfter(read.at().plus(time))) {
        return;
      }
      if (put && !read.found() && written.before() == null) {
        add(creates, request, written, context, "GetItem found nothing, then ");
      } else if (read.found() && written.before() != null && (put || isComputed(written))) {
        add(updates, request, written, context, "GetItem, then ");
      }
    }

    /** Looks whether a put takes the number after the last one that a Query has found. */
    private void followLast(ObservedRequest request, ItemWritten written, RequestContext context) {
      Last last = lasts.isEmpty() ? null : lasts.get(String.valueOf(context.test()));
      if (last != null
          && written.writeKind() == WriteKind.PUT
          && written.condition() == null
          && written.before() == null
          && last.table().equals(written.table())
          && !request.startedAt().isAfter(last.at().plus(SOON))
          && last.leadsTo(written)) {
        add(numbers, request, written, context, "Query of the last item, then ");
      }
    }

    /** Looks for the item of a write in the last page: its number may be computed from there. */
    private void followPage(ObservedRequest request, ItemWritten written, RequestContext context) {
      String test = String.valueOf(context.test());
      Page page = pages.get(test);
      if (page == null && forgotten.remove(test, request.startedAt(), SOON)) {
        manyTests.add();
      }
      if (page == null
          || written.condition() != null
          || written.before() == null
          || request.startedAt().isAfter(page.at().plus(SOON))) {
        return;
      }
      boolean computed =
          written.writeKind() == WriteKind.PUT ? keepsMost(written) : isComputed(written);
      if (computed && !setsFlag(written) && page.hasItem(written)) {
        add(
            updates,
            request,
            written,
            context,
            page.read().index() == null ? "Query, then " : "Query of an index, then ");
      }
    }

    /** Returns whether all numbers that a write changes become 0 or 1, as marks of a list do. */
    private static boolean setsFlag(ItemWritten written) {
      Item before = written.before();
      Item after = written.after();
      if (before == null || after == null) {
        return false;
      }
      boolean flags = false;
      for (Map.Entry<String, AttributeValue> attribute : after.toMap().entrySet()) {
        AttributeValue now = attribute.getValue();
        AttributeValue old = before.find(attribute.getKey());
        if (now.type() == AttributeType.N && old != null && !now.equals(old)) {
          if (!now.numberText().equals("0") && !now.numberText().equals("1")) {
            return false;
          }
          flags = true;
        }
      }
      return flags;
    }

    /** Returns whether a put leaves at least half of the attributes of the item as they were. */
    private static boolean keepsMost(ItemWritten written) {
      Item before = written.before();
      Item after = written.after();
      if (before == null || after == null) {
        return false;
      }
      int keys = written.key().toMap().size();
      int kept = -keys;
      for (Map.Entry<String, AttributeValue> attribute : before.toMap().entrySet()) {
        AttributeValue now = after.find(attribute.getKey());
        kept += now != null && attribute.getValue().equals(now) ? 1 : 0;
      }
      return kept > 0 && 2 * kept >= before.toMap().size() - keys;
    }

    private void add(
        Cases cases,
        ObservedRequest request,
        ItemWritten written,
        RequestContext context,
        String first) {
      cases.add(
          subjects.subject(subjects.shape(request, written)),
          () ->
              new Evidence(
                  first + Statements.evidence(request, written, context).text(), context.test()),
          () -> condition(written));
    }

    /** Returns the condition, or the update, that loses no write of another client. */
    private static String condition(ItemWritten written) {
      Item before = written.before();
      Item after = written.after();
      List<String> changed = new ArrayList<>();
      boolean number = true;
      for (Map.Entry<String, AttributeValue> attribute :
          after == null ? Map.<String, AttributeValue>of().entrySet() : after.toMap().entrySet()) {
        AttributeValue old = before == null ? null : before.find(attribute.getKey());
        if (old != null && !old.equals(attribute.getValue()) && changed.size() < MAX_NAMES) {
          changed.add(attribute.getKey());
          number &= old.type() == AttributeType.N;
        }
      }
      if (changed.isEmpty()) {
        return "Write with the condition that a version number is the one that was read";
      }
      String name = changed.get(0);
      String same = "write with the condition " + name + " = :read";
      return changed.size() == 1 && number
          ? "Update with SET " + name + " = " + name + " + :difference, or " + same
          : "Set "
              + String.join(", ", changed)
              + " with the condition that a version number, or "
              + name
              + ", is the one that was read";
    }

    /** Returns whether an update sets a number, a list or the like that was there before. */
    private static boolean isComputed(ItemWritten written) {
      ExpressionText update = written.update();
      Item before = written.before();
      Item after = written.after();
      if (written.writeKind() != WriteKind.UPDATE
          || update == null
          || before == null
          || after == null
          || COMPUTED.matcher(update.template()).find()) {
        return false;
      }
      for (Map.Entry<String, AttributeValue> attribute : after.toMap().entrySet()) {
        AttributeValue old = before.find(attribute.getKey());
        AttributeType type = attribute.getValue().type();
        if (old != null
            && old.type() == type
            && !old.equals(attribute.getValue())
            && type != AttributeType.S
            && type != AttributeType.B
            && type != AttributeType.BOOL) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manyItems.addTo(omissions);
      manyTests.addTo(omissions);
      updates.addOmissions(omissions);
      creates.addOmissions(omissions);
      numbers.addOmissions(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> all =
          new ArrayList<>(
              updates.findings(
                  LOST_UPDATE,
                  ENOUGH,
                  (found, other) ->
                      Statements.count(found, "write")
                          + " without a condition followed a read of the same item"));
      for (Finding create :
          creates.findings(
              UNCONDITIONAL_CREATE,
              ENOUGH,
              (found, other) ->
                  Statements.count(found, "put")
                      + " without a condition followed a read that found nothing")) {
        String condition = condition(input, create);
        all.add(
            create.withAdvice(
                condition == null ? null : condition + ", without the GetItem before it"));
      }
      for (Finding number :
          numbers.findings(
              UNCONDITIONAL_CREATE,
              ENOUGH,
              (found, other) ->
                  Statements.count(found, "put")
                      + " without a condition took the number after the last one of a Query")) {
        String condition = condition(input, number);
        all.add(
            number.withAdvice(
                condition == null ? null : condition + ", and take the next number if it fails"));
      }
      return all;
    }

    private static @Nullable String condition(FindingInput input, Finding create) {
      LedgerEntry entry = Savings.entry(input, create.subject());
      DesignTable table = entry == null ? null : input.findTable(entry.shape().table());
      return table == null
          ? null
          : "Put with the ConditionExpression attribute_not_exists("
              + table.key().partition().get(0).name()
              + ")";
    }
  }
}
