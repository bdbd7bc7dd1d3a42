package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The handle needs no JUnit: other test frameworks and {@code main} methods use it too. */
class WithoutJunitTest {
  /** Loads our classes again, and hides those of JUnit and of what comes with it. */
  private static final class Hiding extends ClassLoader {
    private static final List<String> HIDDEN =
        List.of("org.junit.", "org.opentest4j.", "org.apiguardian.", "org.assertj.");

    Hiding(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (HIDDEN.stream().anyMatch(name::startsWith)) {
          throw new ClassNotFoundException(name);
        }
        if (!name.startsWith("dev.monotable.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream content = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (content == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = content.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** The work of a test without JUnit. */
  public static final class Use implements Callable<List<String>> {
    @Override
    public List<String> call() {
      try (Monotable db = Monotable.builder().table("Counters", Counter.class).create();
          Monotable fork = db.fork();
          Monotable following = Monotable.following(() -> fork)) {
        following.client().deleteTable(r -> r.tableName("Counters"));
        db.createTable("More", Counter.class);
        return List.of(
            db.client().listTables().tableNames().toString(),
            following.asyncClient().listTables().join().tableNames().toString(),
            following.requests().toString().replaceAll("[0-9.]+ ms", "time"));
      }
    }
  }

  @Test
  void theHandleIsUsedWithoutJunit() throws Exception {
    ClassLoader hiding = new Hiding(getClass().getClassLoader());
    assertThatExceptionOfType(ClassNotFoundException.class)
        .isThrownBy(() -> hiding.loadClass(Test.class.getName()));
    Class<?> use = hiding.loadClass(Use.class.getName());
    assertThat(use.getClassLoader()).isSameAs(hiding);

    assertThat(((Callable<?>) use.getDeclaredConstructor().newInstance()).call())
        .isEqualTo(new Use().call())
        .isEqualTo(
            List.of("[Counters, More]", "[]", "[DeleteTable Counters: time, ListTables: time]"));
  }
}
