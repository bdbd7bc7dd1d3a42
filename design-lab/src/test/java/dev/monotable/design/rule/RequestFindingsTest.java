package dev.monotable.design.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestFindingsTest {
  @Test
  void everyKindOfFindingLinksToThePageThatDescribesIt() {
    assertThat(Shop.CATALOGUE.types())
        .allSatisfy(
            type ->
                assertThat(type.link())
                    .matches(
                        "https://docs\\.aws\\.amazon\\.com/amazondynamodb/latest/"
                            + "(developerguide|APIReference)/[A-Za-z0-9_.-]+\\.html(#[A-Za-z.]+)?"));
  }
}
