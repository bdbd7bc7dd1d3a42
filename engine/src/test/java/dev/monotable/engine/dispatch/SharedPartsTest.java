package dev.monotable.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.validation.ArnScope;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedPartsTest {
  @Test
  void enginesWithTheSameSettingsShareTheirParts() {
    EngineConfig config = EngineConfig.builder().build();

    assertThat(of(config.toBuilder().seed(7).build()))
        .isSameAs(of(config))
        .isSameAs(of(EngineConfig.DEFAULT));
  }

  @Test
  void enginesWithOtherSettingsDoNot() {
    EngineConfig.Builder settings = EngineConfig.builder().seed(7);

    assertThat(
            IntStream.of(0, 1, 2, 3, 4)
                .mapToObj(
                    i ->
                        switch (i) {
                          case 0 -> settings.build();
                          case 1 -> settings.build().toBuilder().wording(Wording.classic()).build();
                          case 2 -> settings.build().toBuilder().region("eu-west-1").build();
                          case 3 -> settings.build().toBuilder().account("111111111111").build();
                          default ->
                              settings.build().toBuilder().limits(Limits.builder().build()).build();
                        })
                .map(SharedPartsTest::of))
        .doesNotHaveDuplicates();
  }

  @Test
  void onlyAFewCombinationsOfSettingsAreKept() {
    for (int i = 0; i < 1_000; i++) {
      of(EngineConfig.builder().region("test-" + i).build());

      assertThat(SharedParts.kept()).isBetween(1, 16);
    }
  }

  private static SharedParts of(EngineConfig config) {
    return SharedParts.of(
        config.limits(), config.wording(), new ArnScope(config.region(), config.account()));
  }
}
