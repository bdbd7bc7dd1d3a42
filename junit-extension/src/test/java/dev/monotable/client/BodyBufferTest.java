package dev.monotable.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.Monotable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Timeout(600)
class BodyBufferTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2047, 2048, 2049, 100_000})
  void aStreamThatReturnsFewBytesAtATimeIsReadCompletely(int length) throws IOException {
    byte[] content = content(length);
    InputStream stream =
        new ByteArrayInputStream(content) {
          @Override
          public synchronized int read(byte[] target, int offset, int count) {
            return super.read(target, offset, Math.min(count, 700));
          }
        };
    BodyBuffer body = new BodyBuffer();

    body.read(stream);

    assertThat(bytes(body)).isEqualTo(content);
  }

  @Test
  void partsAreAppendedAndKeepTheirPosition() {
    BodyBuffer body = new BodyBuffer();
    byte[] content = content(9_000);
    ByteBuffer first = ByteBuffer.wrap(content, 0, 3_000).asReadOnlyBuffer();
    ByteBuffer second = ByteBuffer.wrap(content, 3_000, 6_000);

    body.add(first);
    body.add(second);

    assertThat(bytes(body)).isEqualTo(content);
    assertThat(List.of(first.position(), second.position())).containsExactly(0, 3_000);
  }

  @Test
  void aSmallArrayIsKeptForTheNextRequestAndALargeOneIsNot() throws IOException {
    BodyBuffer body = new BodyBuffer();
    byte[] small = body.bytes();
    body.read(new ByteArrayInputStream(content(100)));
    body.clear();
    assertThat(body.bytes()).isSameAs(small);
    assertThat(body.length()).isZero();

    body.read(new ByteArrayInputStream(content(1 << 20)));
    body.clear();
    assertThat(body.bytes()).hasSize(small.length);
  }

  @Test
  void requestsOfDifferentSizesFollowEachOther() throws Exception {
    try (Monotable db = Monotable.builder().table("Counters", Counter.class).create()) {
      for (int size : new int[] {1, 390_000, 3, 5_000}) {
        Map<String, AttributeValue> item =
            Map.of(
                "id", AttributeValue.fromN(Integer.toString(size)),
                "text", AttributeValue.fromS("x".repeat(size)));
        db.client().putItem(r -> r.tableName("Counters").item(item));
        Map<String, AttributeValue> key = Map.of("id", item.get("id"));
        assertThat(db.client().getItem(r -> r.tableName("Counters").key(key)).item())
            .isEqualTo(item);
        db.asyncClient()
            .putItem(r -> r.tableName("Counters").item(item))
            .get(240, TimeUnit.SECONDS);
        assertThat(db.client().getItem(r -> r.tableName("Counters").key(key)).item())
            .isEqualTo(item);
      }
    }
  }

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31 + i / 256);
    }
    return content;
  }

  private static byte[] bytes(BodyBuffer body) {
    return Arrays.copyOf(body.bytes(), body.length());
  }
}
