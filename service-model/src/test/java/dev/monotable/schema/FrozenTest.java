package dev.monotable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.value.Collisions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seeds")
class FrozenTest {
  @Test
  void immutableListsAreNotCopied() {
    List<String> list = List.of("a", "b");
    assertThat(Frozen.list(list)).isSameAs(list);
    assertThat(Frozen.list(null)).isNull();
  }

  @Test
  void aListIsCopiedOnce() {
    List<String> source = new ArrayList<>(List.of("a", "b", "c"));
    List<String> frozen = Objects.requireNonNull(Frozen.list(source));
    source.set(0, "z");
    assertThat(frozen).isEqualTo(List.of("a", "b", "c"));
    assertThat(frozen.hashCode()).isEqualTo(List.of("a", "b", "c").hashCode());
    assertThat(frozen.toArray()).containsExactly("a", "b", "c");
    assertThat(Frozen.list(frozen)).isSameAs(frozen);
    assertThat(Frozen.list(new ArrayList<>())).isSameAs(List.of());
    assertThatThrownBy(() -> frozen.set(0, "z")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void listsMayContainNulls() {
    List<String> withNull = Arrays.asList("a", null);
    assertThat(Frozen.list(withNull)).isEqualTo(withNull);
    List<String> copied = Objects.requireNonNull(Frozen.list(new ArrayList<>(withNull)));
    assertThat(copied).isEqualTo(withNull);
    assertThatThrownBy(() -> copied.add("c")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keysWithTheSameHashCodeAreFoundInAFewProbes() {
    List<String> keys = Collisions.texts(1 << 14);
    FrozenMap.Builder<Integer> builder = new FrozenMap.Builder<>();
    for (int i = 0; i < keys.size(); i++) {
      builder.put(keys.get(i), i);
    }
    FrozenMap<Integer> map = builder.build();
    assertThat(List.copyOf(map.keySet())).isEqualTo(keys);
    assertThat(map.get(keys.get(12_345))).isEqualTo(12_345);
    assertThat(map.containsKey("Aa")).isFalse();
    assertThat(map.longestProbe()).isLessThan(200);
  }

  @Test
  void mapsKeepTheirOrderAndFindKeys() {
    long seed = Long.getLong("monotable.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int size = 0; size < 200; size++) {
      Map<String, Integer> expected = new LinkedHashMap<>();
      FrozenMap.Builder<Integer> builder = new FrozenMap.Builder<>(random.nextInt(4));
      for (int i = 0; i < size; i++) {
        String key = "k" + random.nextInt(250);
        expected.put(key, i);
        builder.put(key, i);
      }
      FrozenMap<Integer> map = builder.build();
      assertThat(map).as("seed %s", seed).isEqualTo(expected).hasSameHashCodeAs(expected);
      assertThat(List.copyOf(map.keySet())).isEqualTo(List.copyOf(expected.keySet()));
      for (int k = 0; k < 250; k++) {
        assertThat(map.get("k" + k)).isEqualTo(expected.get("k" + k));
        assertThat(map.containsKey("k" + k)).isEqualTo(expected.containsKey("k" + k));
      }
      for (int i = 0; i < map.size(); i++) {
        assertThat(map.valueAt(i)).isEqualTo(expected.get(map.keyAt(i)));
      }
      assertThat(Frozen.map(map)).isSameAs(map);
      assertThat(Frozen.map(expected)).isEqualTo(map);
    }
  }

  @Test
  void mapsAreImmutableAndIteratorsEnd() {
    FrozenMap<String> map = new FrozenMap.Builder<String>().put("a", null).build();
    assertThat(map.containsKey("a")).isTrue();
    assertThat(map.get("a")).isNull();
    assertThat(map.containsKey(null)).isFalse();
    assertThatThrownBy(() -> map.put("b", "c")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.remove("a")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.keyAt(1)).isInstanceOf(IndexOutOfBoundsException.class);
    Iterator<Map.Entry<String, String>> entries = map.entrySet().iterator();
    entries.next();
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void aSchemaWithPartsIsNotSimple() {
    assertThatThrownBy(() -> SimpleSchema.of(ShapeType.LIST, "Parts", Constraints.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("LIST is not a simple type: Parts");
  }
}
