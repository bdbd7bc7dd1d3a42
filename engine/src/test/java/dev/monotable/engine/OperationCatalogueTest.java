package dev.monotable.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Feature;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every handler is found by its operation, and is what the traits of its operation say. */
class OperationCatalogueTest {
  private static final Path CLASSES = Path.of("target/classes/dev/monotable/engine/operation");

  /** Returns the handlers that the catalogue finds, by operation. */
  private static Map<OperationSchema<?, ?>, OperationHandler<?, ?>> found() {
    Map<OperationSchema<?, ?>, OperationHandler<?, ?>> found =
        new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      for (OperationSchema<?, ?> operation : Operations.all()) {
        found.put(operation, engine.requireHandler(operation));
      }
    }
    return found;
  }

  @Test
  void everyHandlerIsFoundByItsOperation() throws IOException {
    List<String> written = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CLASSES)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Handler.class") && !name.startsWith("OperationHandler"))
          .forEach(name -> written.add(name.substring(0, name.length() - ".class".length())));
    }
    List<String> found = new ArrayList<>();
    found().values().stream()
        .filter(OperationCatalogueTest::hasClass)
        .forEach(handler -> found.add(handler.getClass().getSimpleName()));
    assertThat(found).containsExactlyInAnyOrderElementsOf(written);
  }

  /** Returns whether a handler has a class of its own; a method has the types of its operation. */
  private static boolean hasClass(OperationHandler<?, ?> handler) {
    return !handler.getClass().isHidden() && !handler.getClass().isAnonymousClass();
  }

  @Test
  void aHandlerHasTheTypesOfItsOperation() {
    Map<OperationSchema<?, ?>, OperationHandler<?, ?>> classes = found();
    assertThat(classes.values().removeIf(handler -> !hasClass(handler))).isTrue();
    classes.forEach(
        (operation, handler) -> {
          ParameterizedType type = (ParameterizedType) handler.getClass().getGenericInterfaces()[0];
          assertThat(type.getActualTypeArguments())
              .as(operation.name())
              .containsExactly(operation.input().recordClass(), operation.output().recordClass());
        });
  }

  /** Operations on items say it of each of their writes: {@code AddedDataTest}. */
  @Test
  void aHandlerSaysWhetherARequestAddsDataIfItsOperationCan() {
    found()
        .forEach(
            (operation, handler) ->
                assertThat(answersAddsData(handler))
                    .as(operation.name())
                    .isEqualTo(
                        operation.traits().has(Feature.ADDS_DATA)
                            && !operation.traits().isOnItems()));
  }

  private static boolean answersAddsData(OperationHandler<?, ?> handler) {
    return Stream.of(handler.getClass().getDeclaredMethods())
        .anyMatch(
            method ->
                method.getName().equals("addsData")
                    && method.getParameterCount() == 2
                    && method.getParameterTypes()[1] == Call.class);
  }
}
