package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.read;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static dev.monotable.testing.Calls.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.design.finding.Finding;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that what is right is no finding, beside the flaw that is one. */
class SilenceTest {
  @Test
  void aCounterWhoseNumbersAreKeysIsNoHotItem() throws Exception {
    assertThat(find(HotItemRule.TYPE, to -> numbered(to, true))).isEmpty();
    assertThat(find(HotItemRule.TYPE, to -> numbered(to, false)))
        .isEqualTo(
            List.of(
                "WARNING hot-item Shop/User: One item gets 30 of the 60 writes of a test to Shop"
                    + " (50 %)"));
  }

  private static void numbered(Requests to, boolean sequence) {
    for (int i = 1; i <= 30; i++) {
      update(to, user("counter"), "ADD orders :one", Item.of(":one", 1));
      to.put(
          SHOP, Item.of("PK", "USER#x", "SK", "ORDER#" + (sequence ? "000" + i : "x".repeat(i))));
    }
  }

  @Test
  void theOnlyItemOfATableIsNoHotItem() throws Exception {
    assertThat(find(HotItemRule.TYPE, to -> visits(to, 0))).isEmpty();
    assertThat(find(HotItemRule.TYPE, to -> visits(to, 3))).hasSize(1);
  }

  private static void visits(Requests to, int others) {
    orders(to, others);
    for (int i = 0; i < 30; i++) {
      update(to, user("1"), "ADD visits :one", Item.of(":one", 1));
    }
  }

  @Test
  void twoTenantsAreNoConstantKey() throws Exception {
    assertThat(findWithoutDesign(IndexFindings.CONSTANT_KEY, to -> indexed(to, "TENANT#", "acme")))
        .isEmpty();
    assertThat(findWithoutDesign(IndexFindings.CONSTANT_KEY, to -> indexed(to, "", "ORDERS")))
        .hasSize(1);
  }

  private static void indexed(Requests to, String label, String value) {
    for (int i = 0; i < 60; i++) {
      String of = label.isEmpty() ? value : label + (i % 2 == 0 ? value : "globex");
      to.put(SHOP, with(order("" + i, i), "GSI1PK", of));
    }
  }

  @Test
  void theNewestTwentyAreNoFirstPage() throws Exception {
    assertThat(find(AnswerFindings.FIRST_PAGE, to -> page(to, false))).isEmpty();
    assertThat(find(AnswerFindings.FIRST_PAGE, to -> page(to, true))).hasSize(1);
  }

  private static void page(Requests to, boolean forward) {
    orders(to, 30);
    to.query(
        SHOP,
        null,
        "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
        query -> query.limit(20).scanIndexForward(forward));
  }

  @Test
  void aDateIsNamedAndNotTheKeyBesideIt() throws Exception {
    List<Finding> found =
        Shop.findings(
            HeatFindings.ROLLING,
            null,
            read(DESIGN),
            to -> {
              to.put(SHOP, with(order("0", 0), "GSI1PK", "DAY#ZERO"));
              for (int i = 0; i < 20; i++) {
                to.put(SHOP, with(order("" + i, i), "GSI1PK", "DAY#2026-01-0" + (1 + i / 5)));
              }
            });

    assertThat(found)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.advice()).startsWith("Write GSI1PK = DAY#2026-01-04#0 to #9");
              assertThat(finding.evidence())
                  .noneSatisfy(each -> assertThat(each.text()).contains("ZERO"));
            });
  }

  @Test
  void anIndexByTrueAndFalseIsNotAdvised() throws Exception {
    assertThat(advice(true)).doesNotContain("partition key live");
    assertThat(advice("yes")).startsWith("Add an index with the partition key live");
  }

  private static String advice(Object live) throws Exception {
    return Shop.findings(
            ReadFindings.SCAN,
            null,
            read(DESIGN),
            to -> {
              to.put(SHOP, with(user("1"), "live", live));
              Calls.scan(to::send, SHOP);
              to.send(
                  Operations.SCAN,
                  ScanInput.builder()
                      .tableName(SHOP)
                      .filterExpression("live = :l")
                      .expressionAttributeValues(Item.of(":l", live))
                      .build());
            })
        .stream()
        .filter(finding -> finding.subject().contains("filter"))
        .map(Finding::advice)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void daysThatComeAreNoSparseIndex() throws Exception {
    assertThat(findWithoutDesign(SavingFindings.SPARSE, to -> states(to, "2026-01-0"))).isEmpty();
    assertThat(findWithoutDesign(SavingFindings.SPARSE, to -> states(to, "state"))).hasSize(1);
  }

  private static void states(Requests to, String value) {
    for (int i = 0; i < 60; i++) {
      to.put(SHOP, with(order("" + i, i), "GSI1PK", value + (1 + i % 3)));
    }
    for (int i = 0; i < 3; i++) {
      to.query(SHOP, "GSI1", "GSI1PK = '{}1'", value);
    }
  }

  @Test
  void aBalanceThatIsReadAfterItsTransactionIsNoLoop() throws Exception {
    assertThat(
            find(
                GetAfterGetRule.TYPE,
                to -> {
                  for (int i = 0; i < 60; i++) {
                    to.transact(
                        Requests.putAction(SHOP, user("a" + i)),
                        Requests.putAction(SHOP, user("b" + i)));
                    get(to::send, SHOP, user("a" + i));
                    get(to::send, SHOP, user("b" + i));
                  }
                }))
        .isEmpty();
  }

  @Test
  void keysThatDifferInCaseOnlyAreFound() throws Exception {
    assertThat(find(KeyCaseRule.TYPE, to -> names(to, "Anna", "anna")))
        .isEqualTo(
            List.of("ERROR keys-differ-by-case Shop: 4 values of PK were written in two cases"));
    assertThat(find(KeyCaseRule.TYPE, to -> names(to, "anna", "anna"))).isEmpty();
  }

  private static void names(Requests to, String one, String other) {
    for (int i = 0; i < 4; i++) {
      to.put(SHOP, user(one + i), user(other + i));
    }
  }

  @Test
  void anIndexKeyThatKeepsAnOldValueIsFound() throws Exception {
    assertThat(find(DerivedKeyRule.TYPE, to -> moved(to, false)))
        .singleElement()
        .asString()
        .startsWith("ERROR index-key-not-updated ")
        .endsWith(": 4 updates left an index key with the value from before");
    assertThat(find(DerivedKeyRule.TYPE, to -> moved(to, true))).isEmpty();
  }

  private static void moved(Requests to, boolean together) {
    for (int i = 0; i < 4; i++) {
      Item order = order("1", i);
      to.put(SHOP, with(order, "city", "Berlin", "GSI1PK", "CITY#berlin"));
      if (together) {
        update(to, order, "SET city = :c, GSI1PK = :k", Item.of(":c", "Paris", ":k", "CITY#paris"));
      } else {
        update(to, order, "SET city = :c", Item.of(":c", "Paris"));
      }
    }
  }

  @Test
  void aNumberWithoutItsBoundIsFound() throws Exception {
    // It only decreases from a positive start.
    assertThat(find(NumberBoundRule.TYPE, to -> stock(to, 4, "SET stock = stock - :n")))
        .singleElement()
        .asString()
        .endsWith(": 4 changes of stock did not test that it stays above zero");
    // Two changes show little.
    assertThat(find(NumberBoundRule.TYPE, to -> stock(to, 2, "SET stock = stock - :n"))).isEmpty();
    // It is a difference, which may be negative.
    assertThat(
            find(
                NumberBoundRule.TYPE,
                to -> {
                  stock(to, 4, "SET stock = stock - :n");
                  stock(to, 4, "SET stock = stock + :n");
                }))
        .isEmpty();
  }

  @Test
  void theBoundIsThatOfAnotherWriteOrOfTheDesign() throws Exception {
    String guarded =
        DESIGN
            + "  order of a thing:\n"
            + "    operation: UpdateItem\n"
            + "    key: PK = USER#{user} and SK = PROFILE\n"
            + "    condition: stock >= {}\n"
            + "    update: SET stock = stock - {}\n";
    assertThat(
            find(
                NumberBoundRule.TYPE,
                guarded,
                to -> {
                  stock(to, 4, "SET stock = stock - :n");
                  stock(to, 4, "SET stock = stock + :n");
                }))
        .singleElement()
        .asString()
        .endsWith(": 4 changes of stock did not test stock >= {}, as other writes do");
  }

  private static void stock(Requests to, int times, String expression) {
    to.put(SHOP, with(user("1"), "stock", 100));
    for (int i = 0; i < times; i++) {
      update(to, user("1"), expression, Item.of(":n", 1));
    }
  }
}
