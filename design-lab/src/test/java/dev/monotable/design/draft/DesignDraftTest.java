package dev.monotable.design.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.check.ItemFindings;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DesignDraftTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void aDraftIsReadAsItIsWritten(ExampleDesign example) throws Exception {
    Design draft = DesignDraft.of("Draft", ledger(example, null));

    assertThat(read(DesignWriter.yaml(draft))).isEqualTo(draft);
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void aDesignIsReadAsItIsWritten(ExampleDesign example) throws Exception {
    Design design = example.design();

    assertThat(read(DesignWriter.yaml(design))).isEqualTo(design);
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void aDraftDescribesAllRequestsAndItems(ExampleDesign example) {
    Design draft = DesignDraft.of("Draft", ledger(example, null));

    assertThat(ledger(example, draft).entries())
        .filteredOn(entry -> entry.shape().action() != Action.OTHER)
        .allSatisfy(entry -> assertThat(draft.patternsOf(entry.shape())).isNotEmpty());
    try (MonotableEngine engine = example.engine();
        DesignLab lab = DesignLab.of(draft)) {
      lab.listenTo(engine);
      example.send(engine);

      assertThat(lab.findings())
          .extracting(Finding::id)
          .doesNotContain(
              ItemFindings.WITHOUT_ENTITY.id(),
              ItemFindings.MISSING_ATTRIBUTE.id(),
              ItemFindings.ATTRIBUTE_TYPE.id(),
              ItemFindings.HALF_INDEX_KEY.id(),
              ItemFindings.INDEX_KEY.id());
    }
  }

  @Test
  void aPatternHasTheNameThatItsRequestsGive() {
    AtomicReference<RequestContext> context = new AtomicReference<>();
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.create(null, StandardFindings.catalogue(), context::get)) {
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      context.set(new RequestContext(null, "profile of a user"));
      to.get("MainTable", Item.of("PK", "USER#1", "SK", "PROFILE"));
      context.set(new RequestContext(null, "one"));
      to.query("MainTable", null, "PK = 'USER#1'");
      context.set(new RequestContext(null, "other"));
      to.query("MainTable", null, "PK = 'USER#2'");

      assertThat(DesignDraft.of("Draft", lab.ledger()).patterns())
          .extracting(DeclaredPattern::name)
          .containsExactly("profile of a user", "Query User");
    }
  }

  @Test
  void aQueryAndTheBatchOfWhatItFoundAreOnePattern() {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.of(null)) {
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      for (String user : List.of("ann01", "bob02")) {
        for (String friend : List.of("cleo03", "dora04")) {
          to.put("MainTable", Item.of("PK", "USER#" + user, "SK", "FRIEND#" + friend));
        }
      }
      for (String user : List.of("ann01", "bob02")) {
        to.query("MainTable", null, "PK = 'USER#{}' and begins_with(SK, 'FRIEND#')", user);
        to.getBatch(
            "MainTable",
            List.of(
                Item.of("PK", "USER#cleo03", "SK", "PROFILE"),
                Item.of("PK", "USER#dora04", "SK", "PROFILE")));
      }

      DeclaredPattern pattern = DesignDraft.of("Draft", lab.ledger()).patterns().get(1);

      assertThat(pattern.name()).isEqualTo("Query UserFriend by userId and Get User Profile");
      assertThat(pattern.requests())
          .extracting(request -> request.shape() + " × " + request.times())
          .containsExactly(
              "Query MainTable PK = USER#{userId} and begins_with(SK, FRIEND#) × 1.0",
              "BatchGetItem Get MainTable PK = USER#{userId} and SK = PROFILE × 2.0");
    }
  }

  @Test
  void theActionsOfATransactionAreOnePattern() {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.of(null)) {
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      for (int i = 0; i < 3; i++) {
        to.transact(
            Requests.putAction("MainTable", Item.of("PK", "USER#" + i, "SK", "PROFILE")),
            Requests.putAction("MainTable", Item.of("PK", "EMAIL#" + i, "SK", "EMAIL")));
      }

      assertThat(DesignDraft.of("Draft", lab.ledger()).patterns())
          .singleElement()
          .satisfies(
              pattern -> {
                assertThat(pattern.name())
                    .isEqualTo("TransactWriteItems Put UserProfile and Put Email");
                assertThat(pattern.requests()).hasSize(2);
              });
    }
  }

  @Test
  void fieldsWithTheSameValueInAllItemsHaveOneName() {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.of(null)) {
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      for (int i = 0; i < 3; i++) {
        String user = "u" + i;
        to.put(
            "MainTable",
            Item.of("PK", "USER#" + user, "SK", "#METADATA#" + user, "GSI1PK", "DAY#d" + i / 2));
      }

      assertThat(DesignDraft.of("Draft", lab.ledger()).tables().get(0).entities())
          .singleElement()
          .extracting(entity -> entity.keys().toString())
          .isEqualTo("{PK=USER#{userId}, SK=#METADATA#{userId}, GSI1PK=DAY#{dayId}}");
    }
  }

  @Test
  void tenantsAreValues() {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.of(null)) {
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      for (String tenant : List.of("acme", "globex")) {
        for (int i = 1; i < 4; i++) {
          to.put("MainTable", Item.of("PK", tenant, "SK", "ORDER#" + i, "total", "5"));
          to.put("MainTable", Item.of("PK", tenant, "SK", "INVOICE#" + i, "sum", "7"));
          to.put("MainTable", Item.of("PK", "ADMINS", "SK", "NAME#" + i, "mail", tenant + i));
          to.put("MainTable", Item.of("PK", "GUESTS", "SK", "NAME#" + i, "mail", tenant + i));
        }
        to.query("MainTable", null, "PK = '{}'", tenant);
      }

      Design draft = DesignDraft.of("Draft", lab.ledger());

      assertThat(draft.tables().get(0).entities())
          .extracting(entity -> entity.name() + " " + entity.keys())
          .containsExactly(
              "Order {PK={pk}, SK=ORDER#{orderId}}",
              "Invoice {PK={pk}, SK=INVOICE#{invoiceId}}",
              "AdminsName {PK=ADMINS, SK=NAME#{nameId}}",
              "GuestsName {PK=GUESTS, SK=NAME#{nameId}}");
      assertThat(draft.patterns())
          .extracting(DeclaredPattern::name)
          .contains("PutItem Order", "Query PK")
          .hasSize(5);
    }
  }

  @Test
  void requestsThatDifferByTheirProjectionAreOnePattern() {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.of(null)) {
      lab.listenTo(engine);
      for (String attribute : List.of("a", "b", "a")) {
        engine.call(
            Operations.GET_ITEM,
            GetItemInput.builder()
                .tableName("MainTable")
                .key(Item.of("PK", "USER#1", "SK", "PROFILE"))
                .projectionExpression(attribute)
                .build());
      }

      assertThat(DesignDraft.of("Draft", lab.ledger()).patterns())
          .singleElement()
          .satisfies(
              pattern -> {
                assertThat(pattern.requests().get(0).shape())
                    .hasToString("GetItem MainTable PK = USER#{userId} and SK = PROFILE");
                assertThat(pattern.traffic().frequency()).isNull();
              });
    }
  }

  @Test
  void theDraftOfTheOrdersIsAFileThatPeopleCanContinue() {
    assertThat(DesignWriter.yaml(DesignDraft.of("Orders", ledger(ExampleDesign.ORDERS, null))))
        .isEqualTo(
            """
            design: Orders
            tables:
              MainTable:
                partitionKey: PK
                sortKey: SK
                indexes:
                  GSI1:
                    partitionKey: GSI1PK
                    sortKey: GSI1SK
                    projection: ALL
                entities:
                  UserProfile:
                    keys:
                      PK: USER#{userId}
                      SK: PROFILE
                    count: 1
                    bytes: 25
                  UserOrder:
                    keys:
                      PK: USER#{userId}
                      SK: ORDER#{orderId}
                      GSI1PK: ORDER_DATE#{orderId}
                      GSI1SK: ORDER#{orderId}
                    count: 3
                    bytes: 77
            patterns:
              PutItem UserProfile:
                operation: PutItem
                key: PK = USER#{userId} and SK = PROFILE
              PutItem UserOrder:
                operation: PutItem
                key: PK = USER#{userId} and SK = ORDER#{orderId}
              Query User:
                operation: Query
                key: PK = USER#{userId}
                items: 3
              Query UserOrder by orderId:
                operation: Query
                index: GSI1
                key: GSI1PK = ORDER_DATE#{orderId}
                items: 2
            """);
  }

  private static Ledger ledger(ExampleDesign example, Design design) {
    try (MonotableEngine engine = example.engine();
        DesignLab lab = DesignLab.of(design)) {
      lab.listenTo(engine);
      example.send(engine);
      return lab.ledger();
    }
  }

  private Design read(String yaml) throws Exception {
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, yaml);
    return DesignFile.read(file);
  }
}
