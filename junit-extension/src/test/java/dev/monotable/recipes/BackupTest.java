package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import dev.monotable.junit.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Recovery from a backup, as docs/testing.md shows it. */
@Timeout(600)
@MonotableTest
@Schema("template.yaml")
@Seed("orders.json")
class BackupTest {
  // guide: backup
  @Test
  void theOrdersOfTheBackupAreBack(DynamoDbClient dynamo) {
    String backup =
        dynamo
            .createBackup(r -> r.tableName("Order").backupName("before-deployment"))
            .backupDetails()
            .backupArn();
    dynamo.deleteTable(r -> r.tableName("Order")); // the accident

    dynamo.restoreTableFromBackup(r -> r.backupArn(backup).targetTableName("Order"));
    dynamo.waiter().waitUntilTableExists(r -> r.tableName("Order"));

    assertThat(new Orders(dynamo).numbers("ada")).containsExactly("1", "2");
  }
  // end
}
