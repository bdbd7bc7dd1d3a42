package dev.monotable.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ExpressionCacheTest {
  private final AtomicInteger compilations = new AtomicInteger();

  private String compile(String text) {
    compilations.incrementAndGet();
    return "compiled " + text;
  }

  @Test
  void aTextIsCompiledOnce() {
    ExpressionCache<String> cache = new ExpressionCache<>(8, 1000);
    String first = cache.get("a", this::compile);
    assertThat(cache.get("a", this::compile)).isSameAs(first).isEqualTo("compiled a");
    assertThat(compilations).hasValue(1);
  }

  @Test
  void entriesInUseStayWhileOthersAreEvicted() {
    ExpressionCache<String> cache = new ExpressionCache<>(8, 1000);
    for (int i = 0; i < 1000; i++) {
      cache.get("in use", this::compile);
      cache.get("other " + i, this::compile);
    }
    assertThat(compilations).hasValue(1001);
  }

  @Test
  void neitherManyNorLongTextsAreKept() {
    ExpressionCache<String> many = new ExpressionCache<>(8, 1000);
    ExpressionCache<String> longs = new ExpressionCache<>(1000, 100);
    for (int i = 0; i < 1000; i++) {
      many.get("text " + i, this::compile);
      longs.get("x".repeat(60) + i, this::compile);
      assertThat(many.size()).isLessThanOrEqualTo(18);
      assertThat(longs.size()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void failuresAreNotRemembered() {
    ExpressionCache<String> cache = new ExpressionCache<>(8, 1000);
    assertThatThrownBy(
            () ->
                cache.get(
                    "bad",
                    text -> {
                      throw new IllegalArgumentException(text);
                    }))
        .hasMessage("bad");
    assertThat(cache.size()).isZero();
  }

  @Test
  @Timeout(600)
  void threadsSeeTheSameTexts() throws Exception {
    ExpressionCache<String> cache = new ExpressionCache<>(16, 10_000);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> wrong = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int offset = t;
        wrong.add(
            threads.submit(
                () -> {
                  int bad = 0;
                  for (int i = 0; i < 20_000; i++) {
                    String text = "text " + (i * 7 + offset) % 50;
                    bad += cache.get(text, this::compile).equals("compiled " + text) ? 0 : 1;
                  }
                  return bad;
                }));
      }
      for (Future<Integer> future : wrong) {
        assertThat(future.get(240, TimeUnit.SECONDS)).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(cache.size()).isLessThanOrEqualTo(2 * 16 + 8);
  }
}
