package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.stream.http.HttpFunction;
import dev.monotable.testing.TestServer;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Functions behind a URL on a class path without the AWS SDK, the libraries of Lambda and JUnit.
 */
@Timeout(600)
class WithoutLibrariesTest {
  /** Delivers records to a URL; runs in a class loader of its own. */
  public static final class Delivery implements Function<String, String> {
    @Override
    public String apply(String url) {
      try (ChatDatabase db = new ChatDatabase()) {
        EventSourceMapping mapping =
            db.stream()
                .filter("{\"eventName\":[\"INSERT\"]}")
                .onJson(HttpFunction.at(URI.create(url)));
        db.putAll("a", 2);
        mapping.awaitDrained();
        return mapping.toString() + ", " + mapping.invocations() + " invocation";
      }
    }
  }

  /** Uses a library; fails where it is missing. */
  public static final class Libraries implements Function<String, String> {
    @Override
    public String apply(String name) {
      try {
        return Class.forName(name).getName();
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Runs code in a class loader without the libraries. */
  @SuppressWarnings("unchecked") // both classes are functions of strings
  private static String call(Class<? extends Function<String, String>> code, String argument)
      throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("aws-lambda-java")
          && !entry.contains("awssdk")
          && !entry.contains("junit")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      return ((Function<String, String>)
              loader.loadClass(code.getName()).getDeclaredConstructor().newInstance())
          .apply(argument);
    }
  }

  @Test
  void theLibrariesAreMissing() {
    for (String name :
        List.of(
            "software.amazon.awssdk.services.dynamodb.model.Record",
            "com.amazonaws.services.lambda.runtime.RequestHandler",
            "org.junit.jupiter.api.Test")) {
      assertThatThrownBy(() -> call(Libraries.class, name))
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(ClassNotFoundException.class);
    }
  }

  @Test
  void recordsAreDelivered() throws Exception {
    try (TestServer server = TestServer.returning(200, "")) {
      assertThat(call(Delivery.class, server.url())).isEqualTo("table Chat: drained, 1 invocation");
      assertThat(server.bodies)
          .singleElement()
          .asString()
          .contains("\"text of 1\"", "\"text of 2\"");
    }
  }
}
