package dev.monotable.control.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that need more memory together than there is. */
@Timeout(300)
class BodyMemoryTest {
  private static final int HEAP = 40 << 20;

  /** A quarter of the heap is enough for two of them. */
  private static final int BODY = 1 << 20;

  private final BodyMemory memory = new BodyMemory(HEAP, bytes -> true);

  private CompletableFuture<Boolean> acquire(int bytes) {
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> result.complete(memory.acquire(bytes)));
    thread.start();
    while (!result.isDone() && thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return result;
  }

  @Test
  void bodiesWaitForThoseBeforeThem() throws Exception {
    assertThat(memory.acquire(BODY)).isTrue();
    assertThat(memory.acquire(BODY)).isTrue();
    CompletableFuture<Boolean> third = acquire(BODY);
    CompletableFuture<Boolean> larger = acquire(2 * BODY);
    CompletableFuture<Boolean> fourth = acquire(BODY);

    memory.release(BODY);
    assertThat(third.get(1, TimeUnit.MINUTES)).isTrue();
    memory.release(BODY);
    assertThat(larger).isNotDone();
    memory.release(BODY);
    assertThat(larger.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(fourth).isNotDone();
    memory.release(2 * BODY);
    assertThat(fourth.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void aBodyThatNeedsMoreThanAllIsAlone() throws Exception {
    assertThat(memory.acquire(16 << 20)).isTrue();
    CompletableFuture<Boolean> next = acquire(BodyMemory.SMALL_BYTES);
    assertThat(next).isNotDone();
    assertThat(memory.acquire(BodyMemory.SMALL_BYTES - 1)).isTrue();

    memory.release(16 << 20);

    assertThat(next.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void shortBodiesAreBoundedInNumber() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertThat(memory.acquire(BodyMemory.SMALL_BYTES)).isTrue();
    }
    CompletableFuture<Boolean> next = acquire(BodyMemory.SMALL_BYTES);
    assertThat(next).isNotDone();

    memory.release(BodyMemory.SMALL_BYTES);

    assertThat(next.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void aBodyForWhichTheHeapHasNoRoomHoldsNothing() {
    List<Long> asked = new ArrayList<>();
    BodyMemory full =
        new BodyMemory(
            HEAP,
            bytes -> {
              asked.add(bytes);
              return bytes <= 5L * BODY;
            });

    for (int i = 0; i < 3; i++) {
      assertThat(full.acquire(4 * BODY)).isFalse();
    }
    assertThat(full.acquire(BODY)).isTrue();
    assertThat(full.acquire(BODY)).isTrue();

    assertThat(asked).containsExactly(20L << 20, 20L << 20, 20L << 20, 5L << 20, 5L << 20);
  }
}
