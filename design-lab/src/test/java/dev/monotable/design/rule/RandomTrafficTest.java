package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.lab;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that requests in a random order are no finding of the rules that rest on a coincidence. */
class RandomTrafficTest {
  private static final int RUNS = 100;
  private static final int REQUESTS = 800;

  /** From items that are requested all the time to items that are hardly requested twice. */
  private static final int[] USERS = {1, 2, 4, 10, 40, 400};

  private static final Set<FindingType> COINCIDENCES =
      Set.of(
          GetAfterGetRule.TYPE,
          ReadForEachRule.TYPE,
          IndexAfterWriteRule.TYPE,
          PagesAgainRule.TYPE,
          RaceRule.LOST_UPDATE,
          RaceRule.UNCONDITIONAL_CREATE,
          SplitWritesRule.TYPE,
          SplitWritesRule.READ);

  @Test
  void randomTrafficIsNoFinding() throws Exception {
    List<String> found = new ArrayList<>();
    for (int seed = 0; seed < RUNS; seed++) {
      int users = USERS[seed % USERS.length];
      for (Finding finding : findings(new Random(seed), users)) {
        found.add("seed " + seed + ", " + users + " users: " + finding);
      }
    }

    assertThat(found).isEmpty();
  }

  private static List<Finding> findings(Random random, int users) throws Exception {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = lab(null)) {
      DesignTables.create(Shop.read(Shop.DESIGN), engine);
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      int[] weights = random.ints(KINDS, 0, 8).toArray();
      weights[0] = 1;
      List<Integer> kinds = new ArrayList<>();
      for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < weights[kind]; i++) {
          kinds.add(kind);
        }
      }
      for (int i = 0; i < REQUESTS; i++) {
        send(to, kinds.get(random.nextInt(kinds.size())), random, users);
      }
      return lab.findings().stream()
          .filter(finding -> COINCIDENCES.contains(finding.type()))
          .toList();
    }
  }

  private static final int KINDS = 9;

  private static void send(Requests to, int kind, Random random, int users) {
    String id = "u" + (1000 + random.nextInt(users));
    int number = 1000 + random.nextInt(users);
    Item order = item("PK: USER#{0}, SK: ORDER#{1}, GSI1PK: DAY#{2}", id, number, number % 3);
    switch (kind) {
      case 0 -> to.put(SHOP, with(user(id), "visits", random.nextInt(100), "name", "Ada"));
      case 1 -> to.get(SHOP, user(id));
      case 2 -> update(to, user(id), "SET visits = :n", Item.of(":n", random.nextInt(100)));
      case 3 -> to.put(SHOP, with(order, "GSI1SK", id));
      case 4 -> to.get(SHOP, Requests.key("USER#" + id, "ORDER#" + number));
      case 5 ->
          to.query(
              SHOP,
              null,
              "PK = 'USER#{}'",
              query -> query.limit(5 * (1 + random.nextInt(4))).scanIndexForward(false),
              id);
      case 6 -> to.query(SHOP, "GSI1", "GSI1PK = 'DAY#{}'", number % 3);
      case 7 -> Shop.scan(to);
      default -> Shop.ordersOfUser(to, id);
    }
  }
}
