package dev.monotable.cli.transfer;

import static dev.monotable.testing.Calls.drop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateTableInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Copies tables to and from another emulator, which must be running, and compares them: {@code
 * -Dmonotable.other.endpoint=http://127.0.0.1:8001}.
 */
@Timeout(600)
@EnabledIfSystemProperty(named = "monotable.other.endpoint", matches = "http.*")
class OtherEndpointTest extends EndpointsFixture {
  private final String other = System.getProperty("monotable.other.endpoint");

  @Test
  void tablesAreCopiedBothWays() {
    createChat(left);
    putChat(left, 3000);
    createPlain(left, "Plain");
    DefinedTable chat = DefinedTable.find(open(leftUrl()), "Chat");
    DefinedTable plain = DefinedTable.find(open(leftUrl()), "Plain");
    EndpointClient endpoint = open(other);
    try {
      assertThat(run(new CopyCommand(), "--from", leftUrl(), "--to", other))
          .as(printed(err))
          .isZero();
      assertThat(run(new CopyCommand(), "--from", other, "--to", rightUrl(), "--table=Chat,Plain"))
          .as(printed(err))
          .isZero();

      run(new DiffCommand(), leftUrl(), rightUrl());
      assertThat(printed(out)).contains("2 tables, ").doesNotContain("item", "only at");
      assertThat(run(new DiffCommand(), other, rightUrl(), "--table=Chat,Plain"))
          .as(printed(out))
          .isZero();
      assertThat(DefinedTable.find(open(rightUrl()), "Plain").request()).isEqualTo(plain.request());
      CreateTableInput copied = DefinedTable.find(open(rightUrl()), "Chat").request();
      // Some have no tags and no deletion protection.
      assertThat(copied)
          .isEqualTo(
              chat.request().toBuilder()
                  .tags(copied.tags())
                  .deletionProtectionEnabled(copied.deletionProtectionEnabled())
                  .build());
    } finally {
      for (String table : new String[] {"Chat", "Plain"}) {
        delete(endpoint, table);
      }
    }
  }

  private static void delete(EndpointClient endpoint, String table) {
    if (DefinedTable.find(endpoint, table) != null) {
      endpoint.call(
          Operations.UPDATE_TABLE,
          UpdateTableInput.builder().tableName(table).deletionProtectionEnabled(false).build());
      drop(endpoint::call, table);
    }
  }
}
