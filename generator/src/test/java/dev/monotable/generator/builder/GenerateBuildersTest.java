package dev.monotable.generator.builder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateBuildersTest {
  private static final String RECORD =
      """
      package example;

      import java.time.Instant;
      import java.util.List;
      import org.jspecify.annotations.Nullable;

      /**
       * A box.
       *
       * @param size whether it is {@link #isLarge large}, which takes
       *     time
       */
      public record Box(
          Size size, @Marked @Nullable Instant since, List<@Nullable String> names) {
        static final Box EMPTY = new Box(Size.SMALL, null, List.of());

        enum Size {
          SMALL
        }

        public static final class Builder extends BoxBuilder {}
      }
      """;

  private static final String BUILDER =
      """
      package example;

      import example.Box.Size;
      import java.time.Instant;
      import java.util.List;
      import org.jspecify.annotations.Nullable;

      /** The components of a {@link Box} that is being built. */
      abstract class BoxBuilder {
        Size size;
        @Nullable Instant since;
        List<@Nullable String> names;

        BoxBuilder() {}

        BoxBuilder(Box from) {
          size = from.size();
          since = from.since();
          names = from.names();
        }

        /** Sets whether it is {@link Box#isLarge large}, which takes time. */
        public Box.Builder size(Size value) {
          size = value;
          return (Box.Builder) this;
        }

        /** Sets the component {@code since}. */
        @Marked public Box.Builder since(@Nullable Instant value) {
          since = value;
          return (Box.Builder) this;
        }

        /** Sets the component {@code names}. */
        public Box.Builder names(List<@Nullable String> value) {
          names = value;
          return (Box.Builder) this;
        }

        /** Returns the {@link Box}. */
        public Box build() {
          return new Box(
              size,
              since,
              names);
        }
      }
      """;

  @Test
  void aRecordWithABuilderGetsItsMethods(@TempDir Path directory) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("in/example"));
    Files.writeString(sources.resolve("Box.java"), RECORD);
    Files.writeString(sources.resolve("Lid.java"), "package example; record Lid(int size) {}");

    Path builders = directory.resolve("out");
    GenerateBuilders.main(new String[] {builders.toString(), directory.resolve("in").toString()});

    try (var files = Files.walk(builders)) {
      assertThat(files.filter(Files::isRegularFile))
          .containsExactly(builders.resolve("example/BoxBuilder.java"));
    }
    assertThat(Files.readString(builders.resolve("example/BoxBuilder.java"))).isEqualTo(BUILDER);
  }
}
