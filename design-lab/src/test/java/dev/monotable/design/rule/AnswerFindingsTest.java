package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.ordersOfUser;
import static dev.monotable.design.rule.Shop.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.Requests;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.value.Item;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests what is found about answers that are not continued or repeated. */
class AnswerFindingsTest {
  @Test
  void aPageThatIsNotFollowedIsFound() throws Exception {
    Consumer<Requests> shortPage =
        to -> {
          orders(to, 3);
          to.engine().faults().add(FaultRule.on().times(1).inject(new InjectedFault.ShortPage(2)));
        };

    assertThat(
            find(AnswerFindings.PAGE_NOT_FOLLOWED, shortPage.andThen(to -> ordersOfUser(to, "1"))))
        .isEqualTo(
            List.of(
                "ERROR page-not-followed orders of a user: 1 page had a LastEvaluatedKey, and 1"
                    + " was not continued"));
    assertThat(
            find(
                AnswerFindings.PAGE_NOT_FOLLOWED,
                shortPage.andThen(
                    to -> {
                      Item start = page(to, null, null);
                      page(to, null, start);
                    })))
        .isEmpty();
  }

  @Test
  void aFirstPageAloneIsFound() throws Exception {
    assertThat(
            find(
                AnswerFindings.FIRST_PAGE,
                to -> {
                  orders(to, 13);
                  page(to, 11, null);
                }))
        .isEqualTo(
            List.of(
                "ADVICE first-page-only orders of a user: 1 page had a LastEvaluatedKey, and 1 was"
                    + " not continued"));
    assertThat(
            find(
                AnswerFindings.FIRST_PAGE,
                to -> {
                  orders(to, 13);
                  page(to, 11, page(to, 11, null));
                  page(to, 10, null);
                }))
        .isEmpty();
  }

  private static Item page(Requests to, Integer limit, Item start) {
    return to.query(
            SHOP,
            null,
            "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
            query -> query.limit(limit).exclusiveStartKey(start))
        .lastEvaluatedKey();
  }

  @Test
  void unprocessedKeysThatAreNotRetriedAreFound() throws Exception {
    List<Item> keys = List.of(user("1"), user("2"), user("3"));
    Consumer<Requests> unprocessed =
        to -> {
          to.engine()
              .faults()
              .add(FaultRule.on().times(1).inject(new InjectedFault.Unprocessed(1, 1)));
          to.getBatch(SHOP, keys);
        };

    assertThat(find(AnswerFindings.UNPROCESSED, unprocessed))
        .isEqualTo(
            List.of(
                "ERROR unprocessed-not-retried users: Of 1 answer with unprocessed keys or items, 1"
                    + " was not retried"));
    assertThat(
            find(
                AnswerFindings.UNPROCESSED,
                unprocessed.andThen(to -> to.getBatch(SHOP, List.of(user("3"))))))
        .isEmpty();
  }

  @Test
  void throttlingThatIsNotRetriedIsFound() throws Exception {
    Consumer<Requests> throttled =
        to -> {
          inject(to, new InjectedFault.Throttle(null));
          assertThat(catchThrowableOfType(DynamoException.class, () -> to.get(SHOP, user("1"))))
              .isNotNull();
        };

    assertThat(find(AnswerFindings.NOT_REPEATED, throttled))
        .isEqualTo(
            List.of(
                "ERROR throttling-not-retried GetItem Shop: Of 1 failure by throttling or a"
                    + " conflict, 1 was not retried"));
    assertThat(find(AnswerFindings.NOT_REPEATED, throttled.andThen(to -> to.get(SHOP, user("1")))))
        .isEmpty();
  }

  @Test
  void aTransactionConflictThatIsNotRetriedIsFound() throws Exception {
    Consumer<Requests> conflict =
        to -> {
          inject(to, new InjectedFault.TransactionConflict());
          assertThat(catchThrowableOfType(DynamoException.class, () -> twoUsers(to))).isNotNull();
        };

    assertThat(find(AnswerFindings.NOT_REPEATED, conflict))
        .isEqualTo(
            List.of(
                "ERROR throttling-not-retried TransactWriteItems Put Shop: Of 1 failure by"
                    + " throttling or a conflict, 1 was not retried"));
    assertThat(find(AnswerFindings.NOT_REPEATED, conflict.andThen(to -> twoUsers(to)))).isEmpty();
  }

  private static void inject(Requests to, InjectedFault fault) {
    to.engine().faults().add(FaultRule.on().times(1).inject(fault));
  }

  private static void twoUsers(Requests to) {
    to.transact(Requests.putAction(SHOP, user("1")), Requests.putAction(SHOP, user("2")));
  }
}
