package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.ordersOfUser;
import static dev.monotable.design.rule.Shop.read;
import static dev.monotable.design.rule.Shop.scan;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.model.Design;
import dev.monotable.value.Item;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what differs from the declared design, and the sizes of names. */
class PatternFindingsTest {
  @Test
  void anUndeclaredRequestIsFound() throws Exception {
    assertThat(find(PatternFindings.UNDECLARED, to -> to.get(SHOP, Item.of("PK", "x", "SK", "y"))))
        .isEqualTo(
            List.of(
                "ADVICE undeclared-request GetItem Shop PK = x and SK = y: No access pattern"
                    + " declares 1 request"));
    // A Scan is a finding of its own.
    assertThat(find(PatternFindings.UNDECLARED, to -> scan(to))).isEmpty();
    assertThat(find(PatternFindings.UNDECLARED, to -> ordersOfUser(to, "1"))).isEmpty();
    assertThat(findWithoutDesign(PatternFindings.UNDECLARED, to -> scan(to))).isEmpty();
  }

  @Test
  void aPatternThatIsNotTestedIsFound() throws Exception {
    String one = DESIGN.substring(0, DESIGN.indexOf("  users:"));

    assertThat(
            find(
                PatternFindings.NOT_TESTED,
                DESIGN.substring(0, DESIGN.indexOf("  register:")),
                to -> to.get(SHOP, user("1"))))
        .isEqualTo(
            List.of("ADVICE pattern-not-tested users: Tests do not perform 1 of its 1 request"));
    assertThat(find(PatternFindings.NOT_TESTED, one, to -> to.get(SHOP, user("1")))).isEmpty();
    assertThat(find(PatternFindings.NOT_TESTED, to -> {})).isEmpty();
  }

  @Test
  void aMissingConditionIsFound() throws Exception {
    assertThat(find(PatternFindings.MISSING_CONDITION, to -> to.put(SHOP, user("1"))))
        .isEqualTo(
            List.of(
                "ERROR missing-condition register: 1 write without the condition"
                    + " attribute_not_exists(PK)"));
    assertThat(
            find(
                PatternFindings.MISSING_CONDITION,
                to -> to.put(SHOP, user("1"), "attribute_not_exists(PK)")))
        .isEmpty();
  }

  @Test
  void aTableThatDiffersIsFound() throws Exception {
    Design declared =
        read(
            DESIGN.replace("projection: KEYS_ONLY", "projection: ALL").replace("GSI1SK", "sorted"));

    assertThat(find(PatternFindings.TABLE_DIFFERS, declared, read(DESIGN), to -> orders(to, 1)))
        .isEqualTo(
            List.of(
                "ERROR table-differs Shop.GSI1: The key schema is [GSI1PK, GSI1SK]",
                "ERROR table-differs Shop.LSI1: The projection is KEYS_ONLY []"));
    assertThat(find(PatternFindings.TABLE_DIFFERS, to -> orders(to, 1))).isEmpty();
  }

  @Test
  void longAttributeNamesAreFound() throws Exception {
    assertThat(
            find(
                AttributeNames.TYPE,
                to ->
                    to.put(
                        SHOP,
                        with(
                            user("1"),
                            "hasAcceptedTheGeneralTermsAndConditions",
                            true,
                            "hasSubscribedToTheWeeklyNewsletter",
                            false))))
        .isEqualTo(
            List.of(
                "ADVICE long-attribute-names Shop/User: The attributes of an item have names of 73"
                    + " bytes and values of 2"));
    assertThat(find(AttributeNames.TYPE, to -> to.put(SHOP, with(user("1"), "terms", true))))
        .isEmpty();
  }
}
