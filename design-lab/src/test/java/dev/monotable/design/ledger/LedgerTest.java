package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Design;
import dev.monotable.engine.MonotableEngine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the ledgers of the four example designs. */
class LedgerTest {

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void everyShapeBelongsToAPatternAndEveryPatternIsUsed(ExampleDesign example) {
    Design design = example.design();
    Ledger ledger = ledger(example, design);

    assertThat(ledger.entries())
        .filteredOn(entry -> entry.shape().action() != Action.OTHER)
        .allSatisfy(entry -> assertThat(design.patternsOf(entry.shape())).isNotEmpty());
    assertThat(design.patterns())
        .allSatisfy(
            pattern ->
                assertThat(pattern.requests())
                    .as(pattern.name())
                    .allSatisfy(
                        request ->
                            assertThat(ledger.entries())
                                .as(request.shape().toString())
                                .anyMatch(entry -> request == pattern.find(entry.shape()))));
    assertThat(ledger.totals().uncounted()).isZero();
  }

  @Test
  void theKeysOfTheOrdersAreReducedWithoutADesign() {
    assertThat(shapes(ExampleDesign.ORDERS))
        .isEqualTo(
            List.of(
                "PutItem MainTable PK = USER#{} and SK = PROFILE",
                "PutItem MainTable PK = USER#{} and SK = ORDER#{}",
                "Query MainTable PK = USER#{}",
                "Query MainTable.GSI1 GSI1PK = ORDER_DATE#{}"));
  }

  @Test
  void theKeysOfTheProductsAreReducedWithoutADesign() {
    assertThat(shapes(ExampleDesign.PRODUCTS))
        .isEqualTo(
            List.of(
                "PutItem Product id = product{}",
                "PutItem Tag id = tag{}",
                "PutItem Product_Tag product_id = product{} and tag_id = tag{}",
                "Query Product_Tag.tag_id-index tag_id = tag{}",
                "BatchGetItem Get Product id = product{}",
                "PutItem ProductTag id = product{} and relate_id = product{}",
                "PutItem ProductTag id = tag{} and relate_id = tag{}",
                "PutItem ProductTag id = product{} and relate_id = tag{}",
                "Query ProductTag.relate_id-index relate_id = tag{} filter (id <> {})"));
  }

  @Test
  void theKeysOfTheMusicLibraryAreReducedWithoutADesign() {
    assertThat(shapes(ExampleDesign.MUSIC))
        .isEqualTo(
            List.of(
                "PutItem Music PK = Artist-{} and SK = Artist-{} condition"
                    + " (attribute_not_exists(PK))",
                "BatchWriteItem Put Music PK = Artist-{} and SK = Artist-{}",
                "BatchWriteItem Put Music PK = Artist-{} and SK = Artist_Name",
                "BatchWriteItem Put Music PK = Album-{} and SK = Album-{}",
                "BatchWriteItem Put Music PK = Artist-{} and SK = Album-{}",
                "BatchWriteItem Put Music PK = Album-{} and SK = Album_Genre",
                "BatchWriteItem Put Music PK = Song-{} and SK = Song-{}",
                "BatchWriteItem Put Music PK = Artist-{} and SK = Song-{}",
                "BatchWriteItem Put Music PK = Song-{} and SK = Song_Name",
                "BatchWriteItem Put Music PK = Song-{} and SK = Song_ArtistName-Released",
                "Query Music PK = Artist-{} and begins_with(SK, Song-)",
                "Query Music.GSI1 SK = Song-{} and begins_with(PK, Artist-)",
                "Query Music.GSI2 SK = Artist_Name and Data = {}",
                "Query Music.GSI2 SK = Album_Genre and Data = Rock",
                "Query Music.GSI2 SK = Song_ArtistName-Released and Data = {}",
                "Query Music.GSI2 SK = Song_Name and Data = Heroes",
                "GetItem Music PK = Artist-{} and SK = Artist-{}"));
  }

  @Test
  void theKeysOfTheChatAreReducedWithoutADesign() {
    String table = "Connect40-Table-dev";
    assertThat(shapes(ExampleDesign.CHAT))
        .isEqualTo(
            List.of(
                "PutItem " + table + " PK = USER#{} and SK = PROFILE",
                "TransactWriteItems Put " + table + " PK = CHATROOM#{} and SK = METADATA",
                "TransactWriteItems Put " + table + " PK = USER#{} and SK = CHATROOM#{}",
                "TransactWriteItems Put " + table + " PK = CONNECTION#{} and SK = METADATA",
                "TransactWriteItems Put " + table + " PK = USER#{} and SK = CONNECTION#{}",
                "TransactWriteItems Put " + table + " PK = CHATROOM#{} and SK = MESSAGE#{}#{}",
                "TransactWriteItems Put " + table + " PK = CHATROOM#{} and SK = LASTMESSAGE",
                "TransactWriteItems Update "
                    + table
                    + " PK = CHATROOM#{} and SK = METADATA update (SET lastMessageAt = {})"
                    + " condition (attribute_exists(PK))",
                "TransactWriteItems Delete " + table + " PK = CONNECTION#{} and SK = METADATA",
                "TransactWriteItems Delete " + table + " PK = USER#{} and SK = CONNECTION#{}",
                "GetItem " + table + " PK = CONNECTION#{} and SK = METADATA",
                "Query " + table + " PK = USER#{} and begins_with(SK, CONNECTION#)",
                "GetItem " + table + " PK = CHATROOM#{} and SK = METADATA",
                "Query "
                    + table
                    + " PK = CHATROOM#{} and begins_with(SK, MESSAGE#) descending limit 50",
                "Query " + table + " PK = USER#{} and begins_with(SK, CHATROOM#)",
                "Query " + table + ".GSI1 GSI1PK = USERROOMS#{}",
                "Query " + table + ".GSI1 GSI1PK = USERROOMS#{} descending",
                "GetItem " + table + " PK = CHATROOM#{} and SK = LASTMESSAGE",
                "BatchGetItem Get " + table + " PK = CHATROOM#{} and SK = METADATA",
                "BatchGetItem Get " + table + " PK = CHATROOM#{} and SK = LASTMESSAGE"));
  }

  private static List<String> shapes(ExampleDesign example) {
    return ledger(example, null).entries().stream().map(e -> e.shape().toString()).toList();
  }

  private static Ledger ledger(ExampleDesign example, Design design) {
    try (MonotableEngine engine = example.engine();
        DesignLab lab = DesignLab.of(design)) {
      lab.listenTo(engine);
      example.send(engine);
      return lab.ledger();
    }
  }
}
