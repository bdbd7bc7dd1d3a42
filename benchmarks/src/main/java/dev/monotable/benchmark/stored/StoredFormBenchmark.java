package dev.monotable.benchmark.stored;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the steps of operations that depend on the storage format, for each format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 7, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx2g"})
public class StoredFormBenchmark {
  private static final int ITEMS = 1_024;
  private static final int PAGE = 50;

  /** The formats to compare. */
  public enum Form {
    JSON,
    BINARY,
    MAP;

    StoredForm<?> create() {
      return switch (this) {
        case JSON -> new JsonForm();
        case BINARY -> new BinaryForm();
        case MAP -> new MapForm();
      };
    }
  }

  @Param Form form = Form.JSON;

  private Steps<?> steps;

  /** The steps with one format, applied to items in turn. */
  private static final class Steps<T> {
    private final StoredForm<T> form;
    private final byte[][] received = new byte[ITEMS][];
    private final Object[] items = new Object[ITEMS];
    private final byte[] answer = new byte[PAGE * 600];
    private int next;

    Steps(StoredForm<T> form) {
      this.form = form;
      ChatDesign design = ChatDesign.of(ITEMS);
      for (int i = 0; i < ITEMS; i++) {
        received[i] = Item.parse(design.item(i)).json();
        T item = form.store(received[i]);
        items[i] = item;
        requireWritten(item, received[i]);
        String updated = design.item(i).replace("{\"N\":\"1\"}", "{\"N\":\"2\"}");
        requireWritten(form.update(item), updated.getBytes(StandardCharsets.UTF_8));
        if (!form.test(item)) {
          throw new IllegalStateException("the condition is false");
        }
      }
    }

    /** Checks that the format writes the expected JSON, because a wrong format could be fast. */
    private void requireWritten(T item, byte[] json) {
      int end = form.write(item, answer, 0);
      if (!Arrays.equals(answer, 0, end, json, 0, json.length)) {
        throw new IllegalStateException(new String(answer, 0, end, StandardCharsets.UTF_8));
      }
    }

    private int number() {
      next = next + 1 & ITEMS - 1;
      return next;
    }

    @SuppressWarnings("unchecked") // the array holds nothing else
    private T item() {
      return (T) items[number()];
    }

    T store() {
      return form.store(received[number()]);
    }

    int write(int count) {
      int at = 0;
      for (int i = 0; i < count; i++) {
        at = form.write(item(), answer, at);
      }
      return at;
    }

    boolean test() {
      return form.test(item());
    }

    T update() {
      T item = item();
      return form.test(item) ? form.update(item) : item;
    }
  }

  @Setup
  public void load() {
    steps = new Steps<>(form.create());
  }

  /** Measures the step of a PutItem. */
  @Benchmark
  public Object store() {
    return steps.store();
  }

  /** Measures the step of a GetItem. */
  @Benchmark
  public int writeOne() {
    return steps.write(1);
  }

  /** Measures the step of a Query of 50 items. */
  @Benchmark
  public int writePage() {
    return steps.write(PAGE);
  }

  /** Measures the evaluation of a filter or a condition. */
  @Benchmark
  public boolean test() {
    return steps.test();
  }

  /** Measures the steps of an UpdateItem with a condition. */
  @Benchmark
  public Object conditionalUpdate() {
    return steps.update();
  }
}
