package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Build tools and development servers load the classes of an application again and again, and run
 * them on threads that live on. Nothing that was used keeps its class loader.
 *
 * <p>This runs in a JVM of its own, in which soft references, such as those of the JDK's own
 * caches, are cleared by each collection.
 */
@Tag("slow") // an asynchronous client of the SDK keeps its threads for ten seconds
@Timeout(600)
class ClassLoadersTest {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);

  /** The work of a test, in process. */
  public static final class InProcess implements Callable<String> {
    @Override
    public String call() throws Exception {
      try (Monotable db = Monotable.builder().table("Counters", Counter.class).create()) {
        db.pattern("count", () -> use(db));
      }
      return "used";
    }
  }

  /** The work of a test with everything that has threads: a socket, and asynchronous clients. */
  public static final class WithThreads implements Callable<String> {
    @Override
    public String call() throws Exception {
      try (Monotable db = Monotable.builder().table("Counters", Counter.class).create()) {
        use(db);
        URI endpoint = db.endpoint();
        endpoint.toURL().openStream().close();
        db.asyncClient().listTables().get(1, TimeUnit.MINUTES);
      }
      return "used";
    }
  }

  private static void use(Monotable db) {
    AttributeValue id = AttributeValue.fromN("1");
    db.client().putItem(r -> r.tableName("Counters").item(Map.of("id", id)));
    int found =
        db.client()
            .query(
                r ->
                    r.tableName("Counters")
                        .keyConditionExpression("id = :id")
                        .expressionAttributeValues(Map.of(":id", id)))
            .count();
    if (found != 1) {
      throw new AssertionError(found + " items were found");
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {InProcess.class, WithThreads.class})
  void areReleased(Class<?> use) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:SoftRefLRUPolicyMSPerMB=0",
                "-cp",
                System.getProperty("java.class.path"),
                Loading.class.getName(),
                use.getName())
            .redirectErrorStream(true)
            .start();
    String output;
    try (InputStream printed = process.getInputStream()) {
      output = new String(printed.readAllBytes(), StandardCharsets.UTF_8);
    }

    assertThat(output.lines()).last().isEqualTo("released");
  }

  /** Uses classes on the main thread and on that of a pool, and waits until they are gone. */
  static final class Loading {
    private Loading() {}

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newSingleThreadExecutor();
      WeakReference<ClassLoader> loader = used(args[0], pool);
      long start = System.nanoTime();
      while (loader.get() != null && System.nanoTime() - start < PATIENCE_NANOS) {
        System.gc();
      }
      System.out.println(loader.get() == null ? "released" : "kept");
      pool.shutdown();
      System.exit(0); // whatever else is running
    }

    private static WeakReference<ClassLoader> used(String name, ExecutorService pool)
        throws Exception {
      try (URLClassLoader loader =
          new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
        Callable<?> use =
            (Callable<?>) loader.loadClass(name).getDeclaredConstructor().newInstance();
        System.out.println(use.call());
        System.out.println(pool.submit(use).get());
        return new WeakReference<>(loader);
      }
    }

    private static URL[] classPath() throws IOException {
      List<URL> urls = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        urls.add(new File(entry).toURI().toURL());
      }
      return urls.toArray(URL[]::new);
    }
  }
}
