package dev.monotable.design.contract;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryOutput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Budgets that are checked by the design alone. */
class DeclaredUsesTest {
  private static final String CHAT = "Connect40-Table-dev";

  private static String broken(ExampleDesign example, Consumer<MonotableEngine> requests) {
    try (MonotableEngine engine = example.engine()) {
      DeclaredUses uses = new DeclaredUses(example.design());
      RequestObserver.Registration registration = engine.observe(uses);
      requests.accept(engine);
      registration.close();
      Map<String, DesignTable> tables = new HashMap<>();
      ObservedTables.of(engine).forEach(table -> tables.put(table.name(), table));
      return String.join("\n", uses.check(tables::get).stream().map(String::valueOf).toList());
    }
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void theExampleDesignsKeepTheirBudgets(ExampleDesign example) {
    assertThat(broken(example, example::send)).isEmpty();
  }

  @Test
  void aStronglyConsistentReadBreaksTheBudget() {
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine -> {
                  GetItemInput request =
                      GetItemInput.builder()
                          .tableName(CHAT)
                          .key(Item.of("PK", "CONNECTION#1", "SK", "METADATA"))
                          .consistentRead(true)
                          .build();
                  engine.call(Operations.GET_ITEM, request);
                  engine.call(Operations.GET_ITEM, request);
                }))
        .isEqualTo(
            """
            The access pattern "user of a connection" breaks its contract in 2 uses, first by:
              1 read unit, at most 0.5 allowed
                GetItem Connect40-Table-dev PK = "CONNECTION#1" and SK = "METADATA" consistent: 0 items, 0 bytes, 1 read unit
                enough: an eventually consistent read, which costs half: 0.5 read units\
            """);
  }

  private static void writeMessages(MonotableEngine engine, int number, int size) {
    Requests to = new Requests(engine);
    for (int i = 0; i < number; i++) {
      to.put(
          CHAT, item("PK: CHATROOM#1, SK: MESSAGE#{}#m, content: {}", 1000 + i, "x".repeat(size)));
    }
  }

  private static void pages(
      MonotableEngine engine,
      String prefix,
      UnaryOperator<dev.monotable.model.QueryInput.Builder> more) {
    Item start = null;
    do {
      Item from = start;
      start =
          new Requests(engine)
              .query(
                  CHAT,
                  null,
                  "PK = '{}' and begins_with(SK, '{}')",
                  query -> more.apply(query).exclusiveStartKey(from),
                  prefix.equals("MESSAGE#") ? "CHATROOM#1" : "USER#1",
                  prefix)
              .lastEvaluatedKey();
    } while (start != null);
  }

  @Test
  void aPageWithADeclaredLimitIsAUseOfItsOwn() {
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine -> {
                  writeMessages(engine, 120, 10);
                  pages(engine, "MESSAGE#", query -> query.limit(50).scanIndexForward(false));
                }))
        .isEmpty();
  }

  @Test
  void aReadWithoutTheDeclaredLimitCostsTooMuch() {
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine -> {
                  writeMessages(engine, 120, 600);
                  pages(engine, "MESSAGE#", query -> query.scanIndexForward(false));
                }))
        .isEqualTo(
            """
            The access pattern "newest messages of a room" breaks its contract:
              9.5 read units, at most 4 allowed
                Query Connect40-Table-dev PK = "CHATROOM#1" and begins_with(SK, "MESSAGE#") descending: 120 items, 76,200 bytes, 9.5 read units
                enough: Limit 50, which the design declares: 4 read units\
            """);
  }

  @Test
  void pagesThatAreFollowedAreOneUse() {
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine -> {
                  Requests to = new Requests(engine);
                  for (int i = 0; i < 3; i++) {
                    to.put(CHAT, Item.of("PK", "USER#1", "SK", "CHATROOM#" + i));
                  }
                  pages(engine, "CHATROOM#", query -> query.limit(1));
                }))
        .isEqualTo(
            """
            The access pattern "rooms of a user" breaks its contract:
              2 read units, at most 1 allowed
                Query Connect40-Table-dev PK = "USER#1" and begins_with(SK, "CHATROOM#") limit 1: 3 items, 60 bytes, 2 read units, 4 pages
              4 requests, at most 1 allowed
                Query Connect40-Table-dev PK = "USER#1" and begins_with(SK, "CHATROOM#") limit 1: 3 items, 60 bytes, 2 read units, 4 pages
                enough: one page without Limit 1: a page holds 1 MB, and these 3 items have 60 bytes\
            """);
  }

  @Test
  void pagesOfAUseCountOnce() {
    DeclaredUses uses = new DeclaredUses(ExampleDesign.CHAT.design());
    try (MonotableEngine engine = ExampleDesign.CHAT.engine()) {
      Requests to = new Requests(engine);
      for (int i = 0; i < 3; i++) {
        to.put(CHAT, Item.of("PK", "USER#1", "SK", "CHATROOM#" + i));
      }
      RequestObserver.Registration registration = engine.observe(uses);
      pages(engine, "CHATROOM#", query -> query);
      assertThat(uses.kept()).isEqualTo(Map.of("rooms of a user", 1));
      for (int i = 0; i < 3; i++) {
        pages(engine, "CHATROOM#", query -> query.limit(1)); // 4 pages
      }
      registration.close();
    }
    assertThat(uses.kept()).isEqualTo(Map.of("rooms of a user", 1));
    assertThat(uses.check(name -> null)).extracting(BrokenContract::uses).containsExactly(3);
  }

  @Test
  void aRequestOfSeveralPatternsHasToKeepOneBudget() {
    // "rooms of a user" and "list screen" both declare it; the latter has no limit of read units.
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine -> {
                  new Requests(engine)
                      .put(
                          CHAT,
                          Item.of("PK", "USER#1", "SK", "CHATROOM#1", "note", "x".repeat(9_000)));
                  pages(engine, "CHATROOM#", query -> query);
                }))
        .isEmpty();
  }

  @Test
  void aTransactionIsOneUse() {
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine ->
                    new Requests(engine)
                        .transact(
                            Requests.putAction(
                                CHAT,
                                item(
                                    "PK: CHATROOM#1, SK: MESSAGE#1#a, content: {}",
                                    "x".repeat(6_000))),
                            Requests.putAction(
                                CHAT, Item.of("PK", "CHATROOM#1", "SK", "LASTMESSAGE")))))
        .isEqualTo(
            """
            The access pattern "send a message" breaks its contract:
              14 write units, at most 8 allowed
                TransactWriteItems Put Connect40-Table-dev PK = "CHATROOM#1" and SK = "MESSAGE#1#a"; Put Connect40-Table-dev PK = "CHATROOM#1" and SK = "LASTMESSAGE": 14 write units\
            """);
  }

  @Test
  void undeclaredRequestsAreNotChecked() {
    assertThat(
            broken(
                ExampleDesign.CHAT,
                engine -> {
                  Requests to = new Requests(engine);
                  to.get(CHAT, Item.of("PK", "OTHER", "SK", "x"));
                  to.getBatch(
                      CHAT,
                      List.of(
                          Item.of("PK", "CONNECTION#1", "SK", "METADATA"),
                          Item.of("PK", "OTHER", "SK", "x")));
                }))
        .isEmpty();
  }

  @Test
  void readsThatAreFollowedHaveABound() {
    try (MonotableEngine engine = ExampleDesign.CHAT.engine()) {
      Requests to = new Requests(engine);
      DeclaredUses uses = new DeclaredUses(ExampleDesign.CHAT.design());
      engine.observe(uses);
      List<Item> ends = new ArrayList<>();
      for (int room = 0; room < Bound.FOLLOWED_READS.most() + 2; room++) {
        to.put(CHAT, Item.of("PK", "CHATROOM#" + room, "SK", "MESSAGE#1"));
        to.put(CHAT, Item.of("PK", "CHATROOM#" + room, "SK", "MESSAGE#2"));
        ends.add(page(to, room, null).lastEvaluatedKey());
      }
      // Each of these pages has a LastEvaluatedKey too, so that each displaces an older one.
      for (int room = 0; room < ends.size(); room++) {
        page(to, room, ends.get(room));
      }

      Overflow unfollowed = DeclaredUses.unfollowed();
      uses.addUnfollowed(unfollowed);
      List<String> omissions = new ArrayList<>();
      unfollowed.addTo(omissions);
      assertThat(omissions)
          .isEqualTo(
              List.of(
                  "At most 16 reads are followed from page to page at a time; left out: 18 pages,"
                      + " each checked as another use."));
    }
  }

  private static QueryOutput page(Requests to, int room, Item start) {
    return to.query(
        CHAT,
        null,
        "PK = 'CHATROOM#{}' and begins_with(SK, 'MESSAGE#')",
        query -> query.limit(1).exclusiveStartKey(start),
        room);
  }
}
