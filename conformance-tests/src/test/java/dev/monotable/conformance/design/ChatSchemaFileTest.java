package dev.monotable.conformance.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Page;
import dev.monotable.conformance.SdkClients;
import dev.monotable.conformance.ServerProcess;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;

/** Tests that the server creates the table of the chat from the output of {@code cdk synth}. */
@Tag("slow")
@Timeout(600)
class ChatSchemaFileTest {
  @Test
  void aTemplateCreatesTheTableOfTheChat() throws Exception {
    try (ServerProcess server = ServerProcess.start("--schema", template().toString());
        SdkHttpClient transport = UrlConnectionHttpClient.create();
        DynamoDbClient client = SdkClients.sync(server.endpoint(), transport)) {
      assertThat(client.listTables().tableNames()).containsExactly(Chat.NAME);

      TableDescription table = client.describeTable(r -> r.tableName(Chat.NAME)).table();
      assertThat(table.tableStatusAsString()).isEqualTo("ACTIVE");
      assertThat(table.keySchema()).isEqualTo(Chat.TABLE.keySchema());
      assertThat(table.attributeDefinitions())
          .containsExactlyInAnyOrderElementsOf(Chat.TABLE.attributeDefinitions());
      assertThat(table.billingModeSummary().billingModeAsString()).isEqualTo("PAY_PER_REQUEST");
      assertThat(table.globalSecondaryIndexes())
          .singleElement()
          .satisfies(
              index -> {
                assertThat(index.indexName()).isEqualTo("GSI1");
                assertThat(index.keySchema())
                    .isEqualTo(Chat.TABLE.globalSecondaryIndexes().get(0).keySchema());
                assertThat(index.projection().projectionTypeAsString()).isEqualTo("ALL");
              });

      TimeToLiveDescription timeToLive =
          client.describeTimeToLive(r -> r.tableName(Chat.NAME)).timeToLiveDescription();
      assertThat(timeToLive.attributeName()).isEqualTo("ttl");
      assertThat(timeToLive.timeToLiveStatusAsString()).isEqualTo("ENABLED");

      Chat chat = new Chat(client);
      chat.connect("abc-123", "user-001", Chat.START);
      assertThat(chat.connections("user-001"))
          .isEqualTo(Page.whole(List.of(Chat.userConnection("abc-123", "user-001", Chat.START))));
    }
  }

  private static Path template() throws URISyntaxException {
    return Path.of(
        Objects.requireNonNull(ChatSchemaFileTest.class.getResource("connect40.template.yaml"))
            .toURI());
  }
}
