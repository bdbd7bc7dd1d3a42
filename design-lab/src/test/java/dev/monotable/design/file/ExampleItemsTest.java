package dev.monotable.design.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.value.Item;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The items beside the example designs: each is of one entity of its design. */
class ExampleItemsTest {
  private static final Map<ExampleDesign, Map<String, Integer>> ITEMS =
      Map.of(
          ExampleDesign.ORDERS,
          Map.of("MainTable Profile", 1, "MainTable Order", 3),
          ExampleDesign.PRODUCTS,
          Map.of(
              "Product Product", 2,
              "Tag Tag", 1,
              "Product_Tag Relation", 2,
              "ProductTag ProductNode", 2,
              "ProductTag TagNode", 1,
              "ProductTag TaggedProduct", 2),
          ExampleDesign.CHAT,
          Map.of(
              "Connect40-Table-dev Connection", 3,
              "Connect40-Table-dev UserConnection", 3,
              "Connect40-Table-dev ChatParticipation", 5,
              "Connect40-Table-dev Profile", 3,
              "Connect40-Table-dev ChatRoom", 2,
              "Connect40-Table-dev Message", 6,
              "Connect40-Table-dev LastMessage", 2),
          ExampleDesign.MUSIC,
          Map.of(
              "Music Artist", 3,
              "Music Album", 7,
              "Music Song", 11,
              "Music ArtistAlbum", 7,
              "Music ArtistSong", 11,
              "Music ArtistName", 3,
              "Music AlbumGenre", 7,
              "Music SongName", 11,
              "Music SongArtistYear", 11));

  @ParameterizedTest
  @EnumSource
  void eachItemIsOfAnEntity(ExampleDesign example) throws Exception {
    Path directory = example.file().getParent();
    Design design = example.design();
    try (MonotableEngine engine = ExampleDesign.emptyEngine()) {
      LoadSummary loaded =
          DatabaseLoader.load(
              engine, directory.resolve("template.yaml"), directory.resolve("items.json"));

      assertThat(loaded.notices()).isEmpty();
      Map<String, Integer> found = new TreeMap<>();
      for (DesignTable table : design.tables()) {
        ScanInput scan = ScanInput.builder().tableName(table.name()).build();
        for (Item item : engine.call(Operations.SCAN, scan).items()) {
          assertThat(table.entitiesOf(item)).as("%s", item).hasSize(1);
          Entity entity = table.entitiesOf(item).get(0);
          found.merge(table.name() + " " + entity.name(), 1, Integer::sum);
        }
      }
      assertThat(found).isEqualTo(ITEMS.get(example));
    }
  }
}
