package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.stream.TableStream;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Handlers of streams on a class path without the libraries of AWS Lambda. */
@Timeout(600)
class WithoutLambdaTest {
  /** Delivers a record; runs in a class loader of its own. */
  public static final class Delivery implements Callable<List<Integer>> {
    @Override
    public List<Integer> call() {
      List<Record> received = new ArrayList<>();
      try (Monotable db = Monotable.create()) {
        Chat.create(db);
        db.stream("Chat").batchSize(10).onBatch(received::addAll);
        Chat.putAll(db, "a", 2);
        db.stream("Chat").awaitDrained();
      }
      return Chat.ids(received);
    }
  }

  /** Looks at the methods of the public class, as Groovy does. */
  public static final class Reflection implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return Arrays.stream(TableStream.class.getDeclaredMethods())
          .map(method -> method.getName())
          .filter(name -> name.startsWith("on"))
          .distinct()
          .sorted()
          .toList();
    }
  }

  /** Runs code in a class loader without the libraries. */
  private static Object call(Class<? extends Callable<?>> code) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("aws-lambda-java")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      return ((Callable<?>) loader.loadClass(code.getName()).getDeclaredConstructor().newInstance())
          .call();
    }
  }

  /** Uses a library; fails where it is missing. */
  public static final class Lambda implements Callable<String> {
    @Override
    public String call() {
      return com.amazonaws.services.lambda.runtime.events.DynamodbEvent.class.getName();
    }
  }

  @Test
  void theLibrariesAreMissing() {
    assertThatThrownBy(() -> call(Lambda.class)).isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void handlersOfRecordsWork() throws Exception {
    assertThat(call(Delivery.class)).isEqualTo(List.of(1, 2));
  }

  @Test
  void theMethodsOfTheStreamAreVisible() throws Exception {
    assertThat(call(Reflection.class))
        .isEqualTo(List.of("onBatch", "onFailure", "onJson", "onRecord", "onReportingBatch"));
  }
}
