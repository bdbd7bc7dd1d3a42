package dev.monotable.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("seeds")
final class PersistentTreeTest {

  private static final long SEED = Seed.of(20260101L);

  /**
   * Returns a key that is hard to pack: shared prefixes, prefixes of each other, runs of ff, long
   * keys.
   */
  private static byte[] randomKey(Random random) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return new byte[0];
    }
    if (kind == 1) {
      byte[] key = new byte[random.nextInt(12)];
      Arrays.fill(key, (byte) 0xff);
      return key;
    }
    if (kind == 2) {
      byte[] key = new byte[1000 + random.nextInt(3000)];
      Arrays.fill(key, (byte) random.nextInt(2));
      key[key.length - 1 - random.nextInt(3)] = (byte) random.nextInt(4);
      return key;
    }
    if (kind < 8) {
      byte[] key = new byte[random.nextInt(4)];
      for (int i = 0; i < key.length; i++) {
        key[i] = (byte) (random.nextInt(4) * 85);
      }
      return key;
    }
    String partition = "CHAT#" + random.nextInt(3);
    return (partition + "\0\0MSG#2026-01-" + random.nextInt(300)).getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, Integer> readable(Map<byte[], Integer> map) {
    Map<String, Integer> result = new java.util.LinkedHashMap<>();
    map.forEach((key, value) -> result.put(HexFormat.of().formatHex(key), value));
    return result;
  }

  private static Map<String, Integer> content(PersistentTree<Integer> tree) {
    Map<String, Integer> result = new java.util.LinkedHashMap<>();
    TreeCursor<Integer> cursor = tree.cursor();
    for (Integer value = cursor.advance(); value != null; value = cursor.advance()) {
      result.put(HexFormat.of().formatHex(cursor.key()), value);
    }
    return result;
  }

  @ParameterizedTest
  @CsvSource({"4,4", "5,7", "8,4", "32,32", "64,16"})
  void anyOperationsAnswerLikeASortedMap(int leafLimit, int innerLimit) {
    Random random = new Random(SEED);
    NavigableMap<byte[], Integer> model = new TreeMap<>(Arrays::compareUnsigned);
    TreeEditor<Integer> editor =
        PersistentTree.<Integer>emptyWithLimits(leafLimit, innerLimit).edit();
    List<PersistentTree<Integer>> versions = new ArrayList<>();
    List<Map<String, Integer>> expected = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      // Phases of growth and shrinkage alternate.
      boolean remove = random.nextInt(10) < (i / 1_500 % 2 == 0 ? 2 : 8);
      byte[] key = randomKey(random);
      if (remove && !model.isEmpty() && random.nextBoolean()) {
        byte[] near = model.ceilingKey(key);
        key = near == null ? model.lastKey() : near;
      }
      String context = "seed " + SEED + ", operation " + i;
      byte[] padded = Arrays.copyOf(key, key.length + 3);
      if (random.nextInt(8) == 0) {
        editor.expectMore();
      }
      if (random.nextInt(8) == 0) {
        changeAtCeiling(editor, model, key, remove ? null : i, context);
      } else if (remove) {
        assertThat(editor.remove(padded, key.length)).as(context).isEqualTo(model.remove(key));
      } else {
        assertThat(editor.put(padded, key.length, i)).as(context).isEqualTo(model.put(key, i));
      }
      assertThat(editor.size()).as(context).isEqualTo(model.size());
      if (random.nextInt(4) == 0) {
        PersistentTree<Integer> tree = editor.tree();
        if (i % 50 == 0 || i > 5_900) {
          tree.audit();
        }
        assertThat(tree.find(key)).as(context).isEqualTo(model.get(key));
        byte[] other = randomKey(random);
        assertThat(tree.find(other)).as(context).isEqualTo(model.get(other));
      }
      if (i % 500 == 499) {
        versions.add(editor.tree());
        expected.add(readable(model));
      }
    }
    for (int i = 0; i < versions.size(); i++) {
      versions.get(i).audit();
      assertThat(content(versions.get(i)))
          .as("seed %s, version %s", SEED, i)
          .isEqualTo(expected.get(i));
    }
    for (byte[] key : List.copyOf(model.keySet())) {
      assertThat(editor.remove(key, key.length)).isEqualTo(model.remove(key));
    }
    assertThat(editor.tree().isEmpty()).isTrue();
    editor.tree().audit();
  }

  /**
   * Changes the first entry that is not less than a key, if the editor finds it.
   *
   * @param value the new value; null to remove the entry
   */
  private static void changeAtCeiling(
      TreeEditor<Integer> editor,
      NavigableMap<byte[], Integer> model,
      byte[] key,
      @Nullable Integer value,
      String context) {
    Map.Entry<byte[], Integer> ceiling = model.ceilingEntry(key);
    Integer found = editor.seekCeiling(Arrays.copyOf(key, key.length + 3), key.length);
    if (found == null) {
      return;
    }
    assertThat(found).as(context).isEqualTo(ceiling.getValue());
    if (value == null) {
      assertThat(editor.unset()).as(context).isTrue();
      model.remove(ceiling.getKey());
    } else {
      editor.set(value);
      model.put(ceiling.getKey(), value);
    }
  }

  @ParameterizedTest
  @CsvSource({"4,4", "32,32"})
  void cursorsWalkAnyRangeInBothDirections(int leafLimit, int innerLimit) {
    Random random = new Random(SEED);
    for (int size : new int[] {0, 1, 3, 5, 40, 700}) {
      NavigableMap<byte[], Integer> model = new TreeMap<>(Arrays::compareUnsigned);
      TreeEditor<Integer> editor =
          PersistentTree.<Integer>emptyWithLimits(leafLimit, innerLimit).edit();
      for (int i = 0; i < size; i++) {
        byte[] key = randomKey(random);
        model.put(key, i);
        editor.put(key, key.length, i);
      }
      TreeCursor<Integer> cursor = editor.tree().cursor();
      for (int i = 0; i < 300; i++) {
        byte[] from = random.nextInt(5) == 0 ? null : randomKey(random);
        byte[] to = random.nextInt(5) == 0 ? null : randomKey(random);
        NavigableMap<byte[], Integer> range = new TreeMap<>(model);
        if (from != null) {
          range = range.tailMap(from, true);
        }
        if (to != null) {
          byte[] bound = to;
          range = new TreeMap<>(range);
          range.keySet().removeIf(key -> Arrays.compareUnsigned(key, bound) >= 0);
        }
        String context = "seed " + SEED + ", size " + size + ", range " + i;
        cursor.ascend(from, from == null ? 0 : from.length, to, to == null ? 0 : to.length);
        assertThat(walk(cursor)).as(context).isEqualTo(new ArrayList<>(range.values()));
        assertThat(cursor.valid()).as(context).isFalse();
        assertThat(cursor.advance()).as(context).isNull();
        cursor.descend(from, from == null ? 0 : from.length, to, to == null ? 0 : to.length);
        assertThat(walk(cursor))
            .as(context)
            .isEqualTo(new ArrayList<>(range.descendingMap().values()));
        assertThat(cursor.valid()).as(context).isFalse();
        assertThat(cursor.advance()).as(context).isNull();
      }
    }
  }

  private static List<Integer> walk(TreeCursor<Integer> cursor) {
    List<Integer> values = new ArrayList<>();
    for (Integer value = cursor.advance(); value != null; value = cursor.advance()) {
      values.add(value);
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"4,4", "32,32"})
  void cursorsStepFromAnyPlace(int leafLimit, int innerLimit) {
    Random random = new Random(SEED);
    NavigableMap<byte[], Integer> model = new TreeMap<>(Arrays::compareUnsigned);
    TreeEditor<Integer> editor =
        PersistentTree.<Integer>emptyWithLimits(leafLimit, innerLimit).edit();
    for (int i = 0; i < 500; i++) {
      byte[] key = randomKey(random);
      model.put(key, i);
      editor.put(key, key.length, i);
    }
    TreeCursor<Integer> cursor = editor.tree().cursor();
    assertAt(cursor, cursor.first(), model.firstEntry());
    assertThat(cursor.previous()).isFalse();
    assertAt(cursor, cursor.next(), model.firstEntry());
    assertAt(cursor, cursor.last(), model.lastEntry());
    assertThat(cursor.next()).isFalse();
    assertAt(cursor, cursor.previous(), model.lastEntry());
    for (int i = 0; i < 500; i++) {
      byte[] key = randomKey(random);
      Map.Entry<byte[], Integer> entry;
      switch (random.nextInt(3)) {
        case 0 -> {
          entry = model.ceilingEntry(key);
          assertAt(cursor, cursor.seekCeiling(key, key.length), entry);
        }
        case 1 -> {
          entry = model.floorEntry(key);
          assertAt(cursor, cursor.seekFloor(key, key.length), entry);
        }
        default -> {
          entry = model.lowerEntry(key);
          assertAt(cursor, cursor.seekLower(key, key.length), entry);
        }
      }
      for (int step = 0; step < 60 && entry != null; step++) {
        if (random.nextBoolean()) {
          entry = model.higherEntry(entry.getKey());
          assertAt(cursor, cursor.next(), entry);
        } else {
          entry = model.lowerEntry(entry.getKey());
          assertAt(cursor, cursor.previous(), entry);
        }
      }
    }
  }

  private static void assertAt(
      TreeCursor<Integer> cursor, boolean found, Map.Entry<byte[], Integer> expected) {
    String context = "seed " + SEED;
    assertThat(found).as(context).isEqualTo(expected != null);
    assertThat(cursor.valid()).as(context).isEqualTo(expected != null);
    if (expected == null) {
      assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
      return;
    }
    byte[] key = expected.getKey();
    assertThat(cursor.key()).as(context).isEqualTo(key);
    assertThat(cursor.value()).as(context).isEqualTo(expected.getValue());
    assertThat(cursor.keyLength()).isEqualTo(key.length);
    byte[] copy = new byte[key.length + 2];
    assertThat(cursor.copyKey(copy, 2)).isEqualTo(key.length);
    assertThat(Arrays.copyOfRange(copy, 2, copy.length)).isEqualTo(key);
    assertThat(cursor.compareKeyTo(key, key.length)).isZero();
    byte[] longer = Arrays.copyOf(key, key.length + 1);
    assertThat(cursor.compareKeyTo(longer, longer.length)).isNegative();
    assertThat(cursor.keyStartsWith(longer, longer.length)).isFalse();
    for (int length : new int[] {0, key.length / 2, key.length}) {
      assertThat(cursor.keyStartsWith(key, length)).isTrue();
      assertThat(cursor.compareKeyTo(key, length) > 0).isEqualTo(length < key.length);
    }
    if (key.length > 0) {
      longer[key.length - 1] ^= 1;
      assertThat(cursor.keyStartsWith(longer, key.length)).isFalse();
      assertThat(Integer.signum(cursor.compareKeyTo(longer, key.length)))
          .isEqualTo(
              Integer.signum(Arrays.compareUnsigned(key, 0, key.length, longer, 0, key.length)));
    }
  }

  @Test
  void versionsAreIndependent() {
    byte[] a = {'a'};
    byte[] b = {'b'};
    PersistentTree<String> empty = PersistentTree.empty();
    PersistentTree<String> one = empty.with(a, "1");
    PersistentTree<String> two = one.with(b, "2");
    PersistentTree<String> other = two.with(a, "3");
    PersistentTree<String> less = two.without(a);
    assertThat(List.of(empty.size(), one.size(), two.size(), other.size(), less.size()))
        .containsExactly(0L, 1L, 2L, 2L, 1L);
    assertThat(empty.find(a)).isNull();
    assertThat(two.find(a)).isEqualTo("1");
    assertThat(other.find(a)).isEqualTo("3");
    assertThat(less.find(a)).isNull();
    assertThat(less.find(b)).isEqualTo("2");
  }

  @Test
  void aWriteThatChangesNothingKeepsTheTree() {
    byte[] a = {'a'};
    PersistentTree<String> tree = PersistentTree.<String>empty().with(a, "1");
    assertThat(tree.without(new byte[] {'b'})).isSameAs(tree);
    assertThat(tree.with(a, "1")).isSameAs(tree);
    assertThat(tree.without(a).isEmpty()).isTrue();
  }

  @Test
  void aBatchDoesNotTouchTheVersionsBeforeIt() {
    Random random = new Random(SEED);
    NavigableMap<byte[], Integer> model = new TreeMap<>(Arrays::compareUnsigned);
    TreeEditor<Integer> editor = PersistentTree.<Integer>emptyWithLimits(4, 4).edit();
    for (int i = 0; i < 400; i++) {
      byte[] key = {(byte) random.nextInt(), (byte) random.nextInt()};
      editor.put(key, 2, i);
      model.put(key, i);
    }
    PersistentTree<Integer> before = editor.tree();
    Map<String, Integer> expected = readable(model);
    for (byte[] key : model.keySet()) {
      editor.put(key, 2, -1);
    }
    PersistentTree<Integer> between = editor.tree();
    for (byte[] key : model.keySet()) {
      editor.put(key, 2, -2);
    }
    model.replaceAll((key, value) -> -1);
    assertThat(content(before)).as("seed %s", SEED).isEqualTo(expected);
    assertThat(content(between)).as("seed %s", SEED).isEqualTo(readable(model));
    editor.reset(before);
    assertThat(editor.tree()).isSameAs(before);
  }

  @Test
  void anEditorThatExpectsMoreDoesNotChangeOtherVersions() {
    TreeEditor<Integer> editor = PersistentTree.<Integer>emptyWithLimits(4, 4).edit();
    for (int i = 0; i < 100; i++) {
      editor.put(new byte[] {(byte) i}, 1, i);
    }
    PersistentTree<Integer> before = editor.tree();
    editor.expectMore();
    editor.put(new byte[] {1}, 1, -1);
    editor.put(new byte[] {99}, 1, -1);
    PersistentTree<Integer> after = editor.tree();
    editor.expectMore();
    assertThat(editor.tree()).as("without a change").isSameAs(after);
    editor.put(new byte[] {2}, 1, -1);
    assertThat(before.find(new byte[] {1})).isEqualTo(1);
    assertThat(before.find(new byte[] {99})).isEqualTo(99);
    assertThat(after.find(new byte[] {1})).isEqualTo(-1);
    assertThat(after.find(new byte[] {99})).isEqualTo(-1);
    assertThat(after.find(new byte[] {2})).isEqualTo(2);
  }

  @Test
  void eachChangeUsesOneSeek() {
    TreeEditor<String> editor = PersistentTree.<String>empty().edit();
    assertThatThrownBy(() -> editor.set("1")).isInstanceOf(IllegalStateException.class);
    editor.put(new byte[] {1}, 1, "1");
    assertThatThrownBy(editor::unset).isInstanceOf(IllegalStateException.class);
    assertThat(editor.seekCeiling(new byte[] {2}, 1)).isNull();
    assertThatThrownBy(() -> editor.set("2")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void keysMayBeSoLongThatEndsNeedFourBytes() {
    NavigableMap<byte[], Integer> model = new TreeMap<>(Arrays::compareUnsigned);
    TreeEditor<Integer> editor = PersistentTree.<Integer>empty().edit();
    Random random = new Random(SEED);
    for (int i = 0; i < 120; i++) {
      byte[] key = new byte[17_000];
      Arrays.fill(key, (byte) random.nextInt());
      model.put(key, i);
      editor.put(key, key.length, i);
      editor.tree().audit();
    }
    assertThat(content(editor.tree())).as("seed %s", SEED).isEqualTo(readable(model));
    for (byte[] key : List.copyOf(model.keySet())) {
      if (random.nextInt(5) > 0) {
        assertThat(editor.remove(key, key.length)).isEqualTo(model.remove(key));
        editor.tree().audit();
      }
    }
    assertThat(content(editor.tree())).as("seed %s", SEED).isEqualTo(readable(model));
  }

  @Test
  void risingAndFallingKeysFillTheirNodes() {
    for (boolean rising : new boolean[] {true, false}) {
      TreeEditor<Integer> editor = PersistentTree.<Integer>empty().edit();
      for (int i = 0; i < 10_000; i++) {
        byte[] key =
            String.format("%06d", rising ? i : 10_000 - i).getBytes(StandardCharsets.US_ASCII);
        editor.put(key, key.length, i);
      }
      editor.tree().audit();
      assertThat(leaves(editor.tree().root)).isLessThan(10_000 / 27);
    }
  }

  @Test
  void manyRemovalsLeaveASmallTree() {
    Random random = new Random(SEED);
    TreeEditor<Integer> editor = PersistentTree.<Integer>empty().edit();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] key = new byte[10];
      random.nextBytes(key);
      keys.add(key);
      editor.put(key, key.length, i);
    }
    for (byte[] key : keys.subList(0, 19_000)) {
      editor.remove(key, key.length);
    }
    editor.tree().audit();
    assertThat(leaves(editor.tree().root)).as("seed %s", SEED).isLessThan(1_000 / 8);
  }

  private static int leaves(TreeNode node) {
    if (!(node instanceof TreeNode.Inner inner)) {
      return 1;
    }
    int leaves = 0;
    for (int i = 0; i < inner.slots.length; i++) {
      leaves += leaves(inner.child(i));
    }
    return leaves;
  }

  @ParameterizedTest
  @CsvSource({"4,4", "5,7", "32,32"})
  void aBuilderCreatesATreeFromSortedEntries(int leafLimit, int innerLimit) {
    for (int size : new int[] {0, 1, 4, 5, 8, 9, 28, 29, 33, 56, 57, 84, 1_000, 3_137}) {
      Random random = new Random(SEED);
      NavigableMap<byte[], Integer> model = new TreeMap<>(Arrays::compareUnsigned);
      for (int i = 0; model.size() < size; i++) {
        byte[] key = new byte[1 + random.nextInt(12)];
        random.nextBytes(key);
        model.put(key, i);
      }
      TreeBuilder<Integer> builder =
          new TreeBuilder<>(PersistentTree.emptyWithLimits(leafLimit, innerLimit));
      model.forEach((key, value) -> builder.add(key, key.length, value));
      PersistentTree<Integer> tree = builder.build();
      tree.audit();
      assertThat(content(tree)).as("seed %s, size %s", SEED, size).isEqualTo(readable(model));
    }
  }

  @Test
  void aBuilderRejectsKeysOutOfOrder() {
    TreeBuilder<Integer> builder = new TreeBuilder<>();
    builder.add(new byte[] {2}, 1, 1);
    assertThatThrownBy(() -> builder.add(new byte[] {2}, 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.add(new byte[] {1, 9}, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAuditFindsADamagedTree() {
    TreeEditor<Integer> editor = PersistentTree.<Integer>emptyWithLimits(4, 4).edit();
    for (int i = 0; i < 100; i++) {
      editor.put(new byte[] {(byte) i, 1, 2}, 3, i);
    }
    PersistentTree<Integer> tree = editor.tree();
    tree.audit();
    TreeNode node = tree.root;
    Object first = node.slots[0];
    node.slots[0] = node.slots[1];
    assertThatThrownBy(tree::audit).isInstanceOf(IllegalStateException.class);
    node.slots[0] = first;
    node.block[node.block.length - 1] ^= 0x40;
    assertThatThrownBy(tree::audit).isInstanceOf(IllegalStateException.class);
    node.block[node.block.length - 1] ^= 0x40;
    tree.audit();
    PersistentTree<Integer> miscounted =
        new PersistentTree<>(tree.root, tree.height, tree.size() + 1, 4, 4);
    assertThatThrownBy(miscounted::audit).isInstanceOf(IllegalStateException.class);
  }
}
