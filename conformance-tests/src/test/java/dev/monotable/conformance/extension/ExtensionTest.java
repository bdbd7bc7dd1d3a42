package dev.monotable.conformance.extension;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.SdkClients;
import dev.monotable.junit.MonotableExtension;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tests the packaged JUnit extension on a class path with the Netty version of the SDK, like that
 * of a user: the injected clients, and an endpoint that uses another Netty version than the client.
 */
@Tag("slow")
@Timeout(600)
@ExtendWith(MonotableExtension.class)
class ExtensionTest {
  private static final String TABLE = "Tasks";

  private static final TableSchema<EnhancedDocument> DOCUMENTS =
      TableSchema.documentSchemaBuilder()
          .addIndexPartitionKey(TableMetadata.primaryIndexName(), "id", AttributeValueType.S)
          .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
          .build();

  @BeforeEach
  void createTable(DynamoDbClient client) {
    client.createTable(table(TABLE, key("id"), "id").build());
  }

  @Test
  void everyClientReadsTheWritesOfOthers(
      DynamoDbClient client,
      DynamoDbAsyncClient async,
      DynamoDbEnhancedClient enhanced,
      DynamoDbEnhancedAsyncClient enhancedAsync)
      throws Exception {
    client.putItem(r -> r.tableName(TABLE).item(item("id", "1", "by", "client")));
    async
        .putItem(r -> r.tableName(TABLE).item(item("id", "2", "by", "async")))
        .get(240, TimeUnit.SECONDS);
    enhanced.table(TABLE, DOCUMENTS).putItem(document("3", "enhanced"));
    enhancedAsync
        .table(TABLE, DOCUMENTS)
        .putItem(document("4", "enhanced async"))
        .get(240, TimeUnit.SECONDS);

    assertThat(client.scan(r -> r.tableName(TABLE)).items())
        .containsExactlyInAnyOrder(
            item("id", "1", "by", "client"),
            item("id", "2", "by", "async"),
            item("id", "3", "by", "enhanced"),
            item("id", "4", "by", "enhanced async"));
    assertThat(
            enhanced
                .table(TABLE, DOCUMENTS)
                .getItem(Key.builder().partitionValue("2").build())
                .getString("by"))
        .isEqualTo("async");
  }

  @Test
  void theSdksNettyTalksToOursOverAPort(URI endpoint, DynamoDbClient inProcess) throws Exception {
    try (SdkAsyncHttpClient transport = NettyNioAsyncHttpClient.create();
        DynamoDbAsyncClient client = SdkClients.async(endpoint, transport)) {
      List<CompletableFuture<?>> puts = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Map<String, AttributeValue> task = item("id", "task-" + i);
        puts.add(client.putItem(r -> r.tableName(TABLE).item(task)));
      }
      CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).get(240, TimeUnit.SECONDS);
    }

    assertThat(inProcess.scan(r -> r.tableName(TABLE)).count()).isEqualTo(100);
  }

  @Test
  void manyAsynchronousRequestsInProcessAreAllAnswered(DynamoDbAsyncClient client)
      throws Exception {
    List<CompletableFuture<Integer>> counts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Map<String, AttributeValue> task = item("id", "task-" + i);
      counts.add(
          client
              .putItem(r -> r.tableName(TABLE).item(task))
              .thenCompose(put -> client.getItem(r -> r.tableName(TABLE).key(task)))
              .thenApply(answer -> answer.item().size()));
    }

    for (CompletableFuture<Integer> count : counts) {
      assertThat(count.get(240, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @Test
  void theFrontEndHasItsOwnCopyOfNetty() throws Exception {
    Class<?> ours = Class.forName("dev.monotable.junit.shaded.netty.channel.Channel");
    Class<?> theirs = Class.forName("io.netty.channel.Channel");

    assertThat(ours).isNotSameAs(theirs);
    assertThat(ours.getProtectionDomain().getCodeSource())
        .isEqualTo(MonotableExtension.class.getProtectionDomain().getCodeSource());
    assertThat(theirs.getProtectionDomain().getCodeSource().getLocation().getPath())
        .contains("netty-transport-4.1.");
  }

  private static EnhancedDocument document(String id, String by) {
    return EnhancedDocument.builder()
        .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
        .putString("id", id)
        .putString("by", by)
        .build();
  }
}
