package dev.monotable.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.model.VectorDistanceFunction;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClusterCacheTest {
  private static final int MANY = 2_000;
  private static final VectorDistanceFunction FUNCTION = VectorDistanceFunction.EUCLIDEAN;

  private final Random random = new Random(1);

  private PersistentTree<VectorEntry> with(PersistentTree<VectorEntry> tree, int from, int to) {
    TreeEditor<VectorEntry> editor = tree.edit();
    for (int i = from; i < to; i++) {
      byte[] key = "%06d".formatted(i).getBytes(StandardCharsets.US_ASCII);
      float[] vector = {random.nextFloat(), random.nextFloat()};
      editor.put(key, key.length, new VectorEntry(Item.of("pk", "" + i), vector, 0));
    }
    return editor.tree();
  }

  @Test
  void aLaterStateKeepsTheClustersUntilHalfOfTheEntriesHaveChanged() {
    PersistentTree<VectorEntry> tree = with(PersistentTree.empty(), 0, MANY);
    ClusterCache cache = new ClusterCache();
    VectorClusters clusters = cache.find(FUNCTION, tree, KeyRange.ALL);

    assertThat(cache.find(FUNCTION, tree, KeyRange.ALL)).isSameAs(clusters);
    ClusterCache kept = cache.next(600, MANY).next(400, MANY);
    assertThat(kept.knows(KeyRange.ALL)).isTrue();
    assertThat(kept.next(1, MANY).knows(KeyRange.ALL)).isFalse();
    assertThat(cache.next(0, MANY).find(FUNCTION, tree, KeyRange.ALL)).isSameAs(clusters);
  }

  @Test
  void theCentersAreFoundAgainWhenHalfOfTheEntriesHaveChanged() {
    PersistentTree<VectorEntry> tree = with(PersistentTree.empty(), 0, MANY);
    VectorClusters clusters = VectorClusters.of(FUNCTION, tree, KeyRange.ALL);
    PersistentTree<VectorEntry> some = with(tree, 0, MANY / 2);

    assertThat(clusters.of(some)).isNotNull();
    assertThat(clusters.of(some).of(some)).isNotNull();
    assertThat(clusters.of(some).of(with(some, MANY, MANY + 1))).isNull();
    assertThat(clusters.of(with(some, MANY, MANY + 1))).isNull();
  }

  @Test
  void onlyTheEntriesOfThePartitionAreInItsClusters() {
    PersistentTree<VectorEntry> tree = with(PersistentTree.empty(), 0, MANY);
    KeyRange first = KeyRange.ofPrefix("000".getBytes(StandardCharsets.US_ASCII));
    VectorClusters clusters = VectorClusters.of(FUNCTION, tree, first);
    VectorClusters changed = clusters.of(with(tree, 990, 1010));
    VectorSearch search =
        new VectorSearch(new VectorQuery(FUNCTION, new float[] {0.5f, 0.5f}), first, null, 100);

    assertThat(changed.search(search).nearest().entries())
        .hasSize(100)
        .allSatisfy(entry -> assertThat(entry.item().find("pk").string().length()).isLessThan(4));
  }

  @Test
  void extremeNumbersAreSearchedToo() {
    TreeEditor<VectorEntry> editor = PersistentTree.<VectorEntry>empty().edit();
    for (int i = 0; i < MANY; i++) {
      byte[] key = "%06d".formatted(i).getBytes(StandardCharsets.US_ASCII);
      float[] vector = {i % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE, Float.MIN_VALUE * i};
      editor.put(key, key.length, new VectorEntry(Item.of("pk", "" + i), vector, 0));
    }
    PersistentTree<VectorEntry> tree = editor.tree();
    VectorClusters clusters = VectorClusters.of(FUNCTION, tree, KeyRange.ALL);
    float[] query = {Float.MAX_VALUE, 0};

    assertThat(
            clusters
                .of(with(tree, 0, 100))
                .search(new VectorSearch(new VectorQuery(FUNCTION, query), KeyRange.ALL, null, 10))
                .nearest()
                .entries())
        .hasSize(10);
  }
}
