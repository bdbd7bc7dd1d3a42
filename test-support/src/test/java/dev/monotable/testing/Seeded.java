package dev.monotable.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test whose first parameter is a {@code long}, from which all its random data follow. It runs
 * once, with a seed of {@link Seed#any()}; {@code -Dmonotable.seeds} says how many seeds follow
 * each other, and {@code -Dmonotable.seed} the first one.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("seeds")
@ParameterizedTest
@ArgumentsSource(Seeded.Seeds.class)
public @interface Seeded {

  /** The seeds of a test. */
  final class Seeds implements ArgumentsProvider {

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      long first = Seed.any(context.getRequiredTestClass().getName());
      return LongStream.range(first, first + Integer.getInteger("monotable.seeds", 1))
          .mapToObj(Arguments::of);
    }
  }
}
