package dev.monotable.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
  private static final int MAX = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget(MAX);
  private final RequestBody body = new RequestBody(budget, MAX, () -> {});

  @Test
  void aShortBodyTakesLittleMemory() {
    assertThat(body.append(bytes(200))).isTrue();
    assertThat(body.bytes()).hasSizeLessThanOrEqualTo(1 << 10);
    assertThat(content()).isEqualTo(array(200));
  }

  @Test
  void aLongBodyGrowsToItsLength() {
    byte[] expected = new byte[MAX];
    for (int length = 0; length < MAX; length += 1 << 14) {
      assertThat(body.append(bytes(1 << 14))).isTrue();
      System.arraycopy(array(1 << 14), 0, expected, length, 1 << 14);
    }
    assertThat(content()).isEqualTo(expected);
    assertThat(body.bytes()).hasSize(MAX);
    assertThat(body.exceeds(1)).isTrue();
    body.release();
    assertThat(body.length()).isZero();
  }

  private byte[] content() {
    return Arrays.copyOf(body.bytes(), body.length());
  }

  private static ByteBuf bytes(int length) {
    return Unpooled.wrappedBuffer(array(length));
  }

  private static byte[] array(int length) {
    byte[] array = new byte[length];
    for (int i = 0; i < length; i++) {
      array[i] = (byte) i;
    }
    return array;
  }
}
