package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyedHashTest {
  /** Vectors of the reference implementation, with a key of zeros. */
  @Test
  void hashesAsTheReferenceDoes() {
    assertThat(hash(new byte[0])).isEqualTo(0xd1fba762150c532cL);
    assertThat(hash(new byte[1])).isEqualTo(0x68a914128e01e473L);
    assertThat(hash(Bytes.ascii("siphash"))).isEqualTo(0x8264ceeccb16bcbeL);
    assertThat(hash(Bytes.ascii("digest-sip_hash"))).isEqualTo(0xce31007e34130c0aL);
  }

  private static long hash(byte[] bytes) {
    return KeyedHash.of(0, 0, bytes, 0, bytes.length);
  }

  @Test
  void aRangeHashesLikeItsCopy() {
    byte[] bytes = Bytes.ascii("..attribute..");
    byte[] part = Bytes.ascii("attribute");
    assertThat(KeyedHash.of(bytes, 2, 11)).isEqualTo(KeyedHash.of(part, 0, part.length));
  }

  @Test
  void textsWithTheSameHashCodeHaveDifferentHashes() {
    Set<Long> hashes = new HashSet<>();
    for (String text : Collisions.texts(1 << 10)) {
      hashes.add(KeyedHash.of(text));
    }
    assertThat(hashes).hasSize(1 << 10);
  }
}
