package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowedAliasesTest extends ControlFixture {
  @Override
  boolean aliases() {
    return true;
  }

  @Test
  void resetTheSharedDatabase() throws Exception {
    createTable("any");
    assertThat(post(":/moto-api/reset", null)).isEqualTo(new Answer(200, "{\"status\": \"ok\"}"));
    assertThat(dynamo("any", "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[]}");
  }
}
