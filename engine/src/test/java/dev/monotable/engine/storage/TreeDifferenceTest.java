package dev.monotable.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seeded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Compares random versions of trees, and the same of sorted maps. */
class TreeDifferenceTest {
  private static final int ROUNDS = 400;

  @Seeded
  void findsWhatTheMapsFind(long seed) throws IOException {
    Random random = new Random(seed);
    PersistentTree<String> tree = PersistentTree.emptyWithLimits(4, 4);
    TreeMap<Integer, String> map = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      PersistentTree<String> before = tree;
      TreeMap<Integer, String> mapBefore = new TreeMap<>(map);
      TreeEditor<String> editor = tree.edit();
      int keys = 1 + random.nextInt(500);
      for (int i = random.nextInt(random.nextInt(10) == 0 ? 300 : 5); i >= 0; i--) {
        int key = random.nextInt(keys);
        if (random.nextInt(5) < 3) {
          String value = "v" + random.nextInt(1000);
          editor.put(bytes(key), bytes(key).length, value);
          map.put(key, value);
        } else {
          editor.remove(bytes(key), bytes(key).length);
          map.remove(key);
        }
      }
      tree = editor.tree();
      assertThat(difference(before, tree))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(difference(mapBefore, map));
      if (random.nextInt(20) == 0) {
        assertThat(difference(tree, PersistentTree.empty()))
            .isEqualTo(difference(map, new TreeMap<>()));
        assertThat(difference(PersistentTree.empty(), tree))
            .isEqualTo(difference(new TreeMap<>(), map));
      }
    }
    assertThat(difference(tree, tree)).isEmpty();
  }

  /** Returns a key of 4 to 303 bytes: the first key that is visited may be longer than an array. */
  private static byte[] bytes(int key) {
    byte[] bytes = new byte[4 + key % 300];
    Arrays.fill(bytes, (byte) key);
    ByteBuffer.wrap(bytes).putInt(key);
    return bytes;
  }

  /** Returns the number of a key, which is checked to be whole. */
  private static int number(byte[] key, int length) {
    int number = ByteBuffer.wrap(key).getInt();
    assertThat(Arrays.copyOf(key, length)).isEqualTo(bytes(number));
    return number;
  }

  private static List<String> difference(
      PersistentTree<String> before, PersistentTree<String> after) throws IOException {
    List<String> lines = new ArrayList<>();
    TreeDifference.visit(
        before,
        after,
        (key, length, old, now) -> lines.add(number(key, length) + " " + old + " " + now));
    return lines;
  }

  /** The same by values that are the same object. */
  private static List<String> difference(Map<Integer, String> before, Map<Integer, String> after) {
    List<String> lines = new ArrayList<>();
    TreeMap<Integer, String> keys = new TreeMap<>(before);
    keys.putAll(after);
    for (Integer key : keys.keySet()) {
      if (before.get(key) != after.get(key)) {
        lines.add(key + " " + before.get(key) + " " + after.get(key));
      }
    }
    return lines;
  }
}
