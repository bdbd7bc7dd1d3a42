package dev.monotable.design;

import static dev.monotable.design.BoundsTest.TABLE;
import static dev.monotable.design.BoundsTest.indexed;
import static dev.monotable.design.BoundsTest.key;
import static dev.monotable.design.BoundsTest.times;

import dev.monotable.design.BoundsTest.Case;
import dev.monotable.design.BoundsTest.Traffic;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Requests that reach the bounds of what is known of tests, and of requests together. */
final class TestBounds {
  private TestBounds() {}

  /** Groups of requests that are sent together. */
  static Stream<Case> groups() {
    return Stream.of(
        Case.times(
            "groups of shapes",
            "At most 500 groups of shapes that are used together are counted; left out: 1 use of"
                + " others.",
            501,
            (to, i) ->
                to.transact(
                    Requests.putAction(TABLE, key("USER#1")),
                    Requests.conditionAction(TABLE, key("USER#2"), "a" + i))),
        new Case(
            "shapes of a transaction",
            "At most 20 shapes of a batch or transaction are taken as one use; left out: 1 request"
                + " with more.",
            to -> {
              List<TransactWriteItem> actions = new ArrayList<>();
              times(
                  21, i -> actions.add(Requests.conditionAction(TABLE, key("USER#" + i), "a" + i)));
              to.transact(actions.toArray(new TransactWriteItem[0]));
            }));
  }

  /** A test that continues after many others have sent a request. */
  static Stream<Case> tests() {
    return Stream.of(
        new Case(
            "pages before a batch",
            "At most 200 tests have their last page remembered for the batch that follows from it;"
                + " left out: 1 request of others.",
            to -> {
              queryInTests(to);
              to.getBatch(TABLE, List.of(key("USER#1"), key("USER#2")));
            }),
        new Case(
            "pages before a write",
            "At most 200 tests have their last page remembered for lost-update; left out: 1 write"
                + " of others.",
            to -> {
              queryInTests(to);
              to.put(TABLE, key("USER#1"));
            }),
        new Case(
            "pages before a GetItem",
            "At most 200 tests are followed at a time for read-for-each-result; left out: 1 request"
                + " of others.",
            to -> {
              queryInTests(to);
              to.get(TABLE, key("USER#1"));
            }),
        new Case(
            "writes of tests before a read of an index",
            "At most 100 tests have their writes before a read remembered for"
                + " index-read-after-write; left out: 1 read of others.",
            to -> {
              times(
                  101,
                  i -> {
                    to.test(i);
                    to.put(TABLE, indexed("USER#" + i, "DAY#1"));
                  });
              to.test(0);
              to.query(TABLE, "GSI1", "GSI1PK = 'DAY#1'");
            }));
  }

  /** Reads without a result, and items that are written after them. */
  static Stream<Case> fruitlessReads() {
    return Stream.of(
        new Case(
            "written key values",
            "At most 2,000 key values are remembered for read-finds-nothing; left out: 1 write of"
                + " others.",
            to -> times(2_000, i -> to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "A")))),
        new Case(
            "missing key values",
            "At most 500 missing key values are compared for read-finds-nothing; left out: 3 reads"
                + " of others.",
            to -> times(501, i -> to.get(TABLE, Item.of("PK", "USER#" + i, "SK", "A#" + i % 2)))),
        new Case(
            "tables of reads",
            "At most 1,000 tables are known to read-finds-nothing; left out: 1 description of"
                + " others.",
            to -> times(1_000, i -> to.create("Table" + i))),
        Case.times(
            "subjects of reads",
            "At most 1,000 reads before a write are counted for read-finds-nothing; left out: 1"
                + " write after others.",
            1_001,
            (to, i) -> {
              to.get("USER#" + i, "a" + i, false);
              to.put(TABLE, key("USER#" + i));
            }),
        new Case(
            "tests of reads",
            "At most 200 tests have their reads without a result remembered for"
                + " read-finds-nothing; left out: 1 write of others.",
            to -> {
              times(
                  201,
                  i -> {
                    to.test(i);
                    to.get(TABLE, key("USER#" + i));
                  });
              to.test(0);
              to.put(TABLE, key("USER#0"));
            }));
  }

  /** Reads of more pages than are remembered. */
  static Stream<Case> pages() {
    return Stream.of(
        new Case(
            "reads of pages",
            "At most 1,000 reads of pages are remembered for pages-read-again; left out: 1 page of"
                + " others.",
            to -> {
              times(
                  1_001,
                  i -> {
                    to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "ORDER#1"));
                    to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "ORDER#2"));
                    to.query(TABLE, null, "PK = 'USER#{}'", query -> query.limit(1), i);
                  });
              to.query(
                  TABLE,
                  null,
                  "PK = 'USER#0'",
                  query -> query.exclusiveStartKey(Item.of("PK", "USER#0", "SK", "ORDER#1")));
            }));
  }

  /** Lets each of 201 tests query two items, and goes on with the first test. */
  private static void queryInTests(Traffic to) {
    times(2, i -> to.put(TABLE, Item.of("PK", "USER#9", "SK", "ORDER#1234" + i)));
    times(
        201,
        i -> {
          to.test(i);
          to.query(TABLE, null, "PK = 'USER#9'");
        });
    to.test(0);
  }
}
