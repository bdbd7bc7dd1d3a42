package dev.monotable.design.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignTables;
import dev.monotable.design.Requests;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ItemSamplerTest {
  private static final DesignTable TABLE =
      new DesignTable(
          "Chat",
          DeclaredKey.of("PK", "SK"),
          List.of(
              new DeclaredIndex("GSI1", true, DeclaredKey.of("G", "SK"), DeclaredProjection.ALL)),
          List.of(),
          TableSettings.DEFAULT);
  private static final Design DESIGN =
      new Design("test", null, List.of(TABLE), List.of(), List.of());
  private static final SampleBounds BOUNDS = new SampleBounds(10, 3, 2, 2, 10_000);

  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Requests to = new Requests(engine);
  private ItemSampler sampler = new ItemSampler(null, BOUNDS);

  @BeforeEach
  void createTable() {
    DesignTables.create(DESIGN, engine);
    engine.observe(request -> sampler.accept(request, RequestContext.NONE));
    sampler.addTable(TABLE);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void itemsOfEachKindAreKept() {
    to.put("Chat", item("USER#1", "PROFILE"), item("USER#1", "ORDER#1"), item("USER#1", "ORDER#2"));
    assertThat(sampler.views())
        .containsExactly(
            view(
                null,
                0,
                collection(
                    kind(0, item("USER#1", "PROFILE")),
                    kind(0, item("USER#1", "ORDER#1"), item("USER#1", "ORDER#2")))));
  }

  @Test
  void furtherItemsOfAKindAreCounted() {
    for (int i = 1; i <= 5; i++) {
      to.put("Chat", item("USER#1", "ORDER#" + i));
    }
    to.put("Chat", item("USER#1", "ORDER#5"));
    assertThat(sampler.views())
        .containsExactly(
            view(
                null,
                0,
                collection(kind(3, item("USER#1", "ORDER#1"), item("USER#1", "ORDER#2")))));
  }

  @Test
  void furtherCollectionsOfAKindAreCountedAndOtherKindsAreKept() {
    for (int i = 1; i <= 5; i++) {
      to.put("Chat", item("USER#" + i, "PROFILE"));
    }
    to.put("Chat", item("ROOM#1", "METADATA"));
    assertThat(sampler.views())
        .containsExactly(
            view(
                null,
                3,
                collection(kind(0, item("USER#1", "PROFILE"))),
                collection(kind(0, item("USER#2", "PROFILE"))),
                collection(kind(0, item("ROOM#1", "METADATA")))));
  }

  @Test
  void aDeletedItemIsNotInTheSample() {
    to.put("Chat", item("USER#1", "PROFILE"), item("USER#1", "ORDER#1"));
    to.transact(Requests.deleteAction("Chat", item("USER#1", "ORDER#1")));
    assertThat(sampler.views())
        .containsExactly(view(null, 0, collection(kind(0, item("USER#1", "PROFILE")))));
  }

  @Test
  void anItemThatWasReadIsInTheSample() {
    ItemSampler later = new ItemSampler(DESIGN, BOUNDS);
    to.put("Chat", item("USER#1", "PROFILE"));
    sampler = later;
    to.get("Chat", item("USER#1", "PROFILE"));
    assertThat(later.views())
        .containsExactly(view(null, 0, collection(kind(0, item("USER#1", "PROFILE")))));
  }

  @Test
  void anIndexEntryMovesWithItsKey() {
    to.put("Chat", Item.of("PK", "USER#1", "SK", "PROFILE", "G", "open"));
    to.put("Chat", Item.of("PK", "USER#1", "SK", "PROFILE", "G", "closed"));
    Item after = Item.of("PK", "USER#1", "SK", "PROFILE", "G", "closed");
    assertThat(sampler.views())
        .containsExactly(
            view(null, 0, collection(kind(0, after))), view("GSI1", 0, collection(kind(0, after))));
  }

  @Test
  void aSampleHasABoundInBytes() {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      items.add(Item.of("PK", "USER#1", "SK", "K" + (char) ('A' + i), "v", "x".repeat(4_000)));
    }
    to.put("Chat", items.toArray(Item[]::new));
    assertThat(sampler.views())
        .containsExactly(view(null, 0, collection(kind(0, items.get(0)), kind(0, items.get(1)))));
  }

  private static Item item(String partitionKey, String sortKey) {
    return Item.of("PK", partitionKey, "SK", sortKey);
  }

  private static SampledView view(String index, long omitted, SampledCollection... collections) {
    return new SampledView("Chat", index, List.of(collections), omitted);
  }

  private static SampledCollection collection(SampledKind... kinds) {
    return new SampledCollection(List.of(kinds));
  }

  private static SampledKind kind(long omitted, Item... items) {
    return new SampledKind(List.of(items), omitted);
  }
}
